import { replaceText } from '../../../context/project.ts';
import type { ReplacedMessage } from '../../../log/entry.ts';
import { clientTextOf } from '../../../log/message.ts';
import { excerptText, LEAST_EXCERPT } from '../../../text/excerpt.ts';
import type { WorkingPlan } from '../workingPlan.ts';

/**
 * Makes an excerpt of what a client put beside the person's newest words, in a session that a transcript brought, until all
 * but the record takes no more than so many tokens. The person's words stay as they are.
 */
export function shortenBesideRequest(plan: WorkingPlan, mostTokens: number): void {
  const { account, importedRequest: request } = plan.frame;
  const over = plan.tokensBesideRecord - mostTokens;
  const text = request === undefined ? '' : clientTextOf(request.message);
  if (request === undefined || text === '' || over <= 0) return;
  const { id, message } = request;
  const bare: ReplacedMessage = { id, as: 'excerpt', text: '', ofClient: true };
  const shown = plan.tokensOfMessage(id) - account.ofMessage(replaceText(message, bare));
  const shorter = excerptText({ text, id }, Math.max(LEAST_EXCERPT, shown - over), account.count);
  const excerpt: ReplacedMessage = { ...bare, text: shorter };
  if (plan.savingOf(request, excerpt) > 0) plan.replace(request, excerpt);
}
