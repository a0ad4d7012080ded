import type { CancelSignal } from '../cancellation.ts';
import type { Action, Approvals, Decision } from './approval.ts';
import { fingerprintOf, type FingerprintPorts } from './filesRun.ts';
import { covers, isFreeEdit, type Grant, type Scope, type Term } from './grant.ts';
import { judge, type Judgement, type JudgeContext } from './judge.ts';

/** The mode of approvals: what a session's tools may do without asking. Only the person can set the mode. */
export type Mode = 'ask' | 'editsFree' | 'allFree';

export const MODES: readonly Mode[] = ['ask', 'editsFree', 'allFree'];

export interface DeskPorts extends FingerprintPorts {
  mode(): Mode;
  rules(): JudgeContext['rules'];
  /** Returns the lasting approvals of this session and of the workspace. */
  grants(): readonly Grant[];
  keep(grants: readonly Grant[], term: 'session' | 'always'): void;
  /** Called when the open questions change. */
  changed(): void;
}

/** An action that waits for the person's decision. */
export interface Question {
  readonly id: string;
  readonly action: Action;
  readonly judgement: Judgement;
  /**
   * The scopes that no lasting approval covers yet. Empty if a lasting approval can't prevent the question, e.g. if
   * there is a reason to ask in every mode.
   */
  readonly open: readonly Scope[];
  /** Whether a lasting approval no longer applies because a file that the command runs has changed. */
  readonly hasChanged: boolean;
}

export type Answer =
  /** With `keepsCopy`, the person agrees to keep copies of a file with secrets, so that it can be restored. */
  | { readonly kind: 'allow'; readonly term: Term; readonly keepsCopy?: boolean }
  | { readonly kind: 'deny'; readonly words?: string };

interface Waiting {
  readonly question: Question;
  readonly settle: (decision: Decision) => void;
}

/**
 * Decides what a session's tools may do. Asks the person in two cases: there is a reason to ask in every mode, or
 * neither the mode nor the lasting approvals allow the action.
 */
export class ApprovalDesk implements Approvals {
  readonly #ports: DeskPorts;
  #waiting: readonly Waiting[] = [];
  #asked = 0;

  constructor(ports: DeskPorts) {
    this.#ports = ports;
  }

  get questions(): readonly Question[] {
    return this.#waiting.map(({ question }) => question);
  }

  async decide(action: Action, signal: CancelSignal): Promise<Decision> {
    const { roots, parse } = this.#ports;
    const judgement = judge(action, { rules: this.#ports.rules(), roots, parse });
    const mustAsk = judgement.reasons.length > 0 || judgement.rules.some(({ isForbidding }) => isForbidding);
    if (!mustAsk && isFreeIn(this.#ports.mode(), action)) return ALLOWED;
    const { open, hasChanged } = await this.#openOf(judgement);
    const isCovered = judgement.scopes !== undefined && open.length === 0;
    if (!mustAsk && isCovered) return ALLOWED;
    if (signal.aborted) return UNANSWERED;
    this.#asked += 1;
    const id = `approval:${String(this.#asked)}`;
    return this.#ask({ id, action, judgement, open: mustAsk ? [] : open, hasChanged }, signal);
  }

  /** Records the person's answer. Does nothing if the question is no longer open. */
  async answer(id: string, answer: Answer): Promise<void> {
    const waiting = this.#waiting.find(({ question }) => question.id === id);
    if (waiting === undefined) return;
    const { open, judgement } = waiting.question;
    if (answer.kind === 'deny') {
      waiting.settle(denied(judgement, answer.words));
      return;
    }
    if (answer.term !== 'once' && open.length > 0)
      this.#ports.keep(await Promise.all(open.map((scope) => this.#grantOf(scope))), answer.term);
    const secrecy = answer.keepsCopy === true ? 'agreed' : 'secret';
    waiting.settle(judgement.changesSecrets ? { ...ALLOWED, secrecy } : ALLOWED);
  }

  #ask(question: Question, signal: CancelSignal): Promise<Decision> {
    return new Promise((resolve) => {
      const settle = (decision: Decision): void => {
        signal.removeEventListener('abort', stop);
        this.#waiting = this.#waiting.filter((each) => each.question !== question);
        this.#ports.changed();
        resolve(decision);
      };
      const stop = (): void => settle(UNANSWERED);
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting = [...this.#waiting, { question, settle }];
      this.#ports.changed();
    });
  }

  /**
   * Returns the scopes that no approval covers, and whether an approval no longer applies because a file has changed.
   */
  async #openOf({ scopes = [] }: Judgement): Promise<Pick<Question, 'open' | 'hasChanged'>> {
    const open: Scope[] = [];
    let hasChanged = false;
    for (const scope of scopes) {
      const given = this.#ports.grants().filter((grant) => covers(grant, scope));
      const now = given.length === 0 ? undefined : await this.#grantOf(scope);
      if (given.some((grant) => isStillValid(grant, now))) continue;
      hasChanged ||= given.length > 0;
      open.push(scope);
    }
    return { open, hasChanged };
  }

  async #grantOf(scope: Scope): Promise<Grant> {
    if (scope.kind !== 'command') return scope;
    const { part, folder } = scope;
    const fingerprint = await fingerprintOf(part, this.#ports);
    return { kind: 'command', key: part.key, text: part.text, folder, fingerprint };
  }
}

const ALLOWED = { kind: 'allowed' } as const;
const UNANSWERED = { kind: 'unanswered' } as const;

function isFreeIn(mode: Mode, action: Action): boolean {
  return mode === 'allFree' || (mode === 'editsFree' && isFreeEdit(action));
}

function isStillValid(grant: Grant, now: Grant | undefined): boolean {
  if (grant.kind !== 'command') return true;
  return now?.kind === 'command' && now.fingerprint === grant.fingerprint;
}

/** Returns the decision that denies an action, with the person's words and the rule that forbids the action, if any. */
function denied({ rules }: Judgement, words?: string): Decision {
  const rule = rules.find(({ isForbidding }) => isForbidding)?.text;
  return {
    kind: 'denied',
    ...(words === undefined || words === '' ? {} : { words }),
    ...(rule === undefined ? {} : { rule }),
  };
}
