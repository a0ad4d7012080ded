import type { ChatDelta, ChatRow } from '../../src/shared/chatView.ts';
import type { ComposerView } from '../../src/shared/composerView.ts';
import { seededRandom } from '../bench/retention/seeded.ts';
import { ViewDriver } from '../ui/harness/viewDriver.ts';
import { hostileText } from './hostileTexts.ts';
import type { Trial } from './trial.ts';

const change = { isUndone: false, isAccepted: false, canUndo: true };

/**
 * Returns one row for each row type that has text fields. The text fields contain `text`, but an approval's `input` and
 * a message's `clientLabel` are not set.
 */
export function rowsOf(text: string, nth: number): readonly ChatRow[] {
  const row = (kind: string): { readonly id: string; readonly at: number } => ({
    id: `${kind}${nth}`,
    at: nth,
  });
  return [
    {
      ...{
        ...row('u'),
        type: 'user',
        text,
        isPinned: false,
        isEditable: true,
        secrets: [],
        sentAlong: { label: text, text },
      },
      attachments: [{ id: text, label: text, kind: 'file', problem: text }],
    },
    {
      ...{ ...row('a'), type: 'assistant', markdown: text, reasoning: text },
      ...{ isStreaming: false, isPinned: false, model: text, ended: text },
    },
    {
      ...{ ...row('t'), type: 'tool', name: text, mainArgument: text, status: 'done' },
      ...{
        outcome: text,
        isPinned: false,
        away: { fate: 'shortened', canBringBack: true, isPinnedThen: true },
      },
    },
    {
      ...{ ...row('c'), type: 'compaction', tokensBefore: 2, tokensAfter: 1, begun: text },
      ...{
        state: 'done',
        canUndo: true,
        canRedo: false,
        rulesKept: 1,
        rulesGone: 0,
        recallable: 2,
        figures: [text],
      },
    },
    {
      ...{ ...row('q'), type: 'approval', question: text, command: text, detail: text, parts: [text, text] },
      ...{ reasons: [text], rules: [{ text, isForbidding: true }], canKeepCopy: true, longer: text },
    },
    { ...row('f'), ...change, type: 'changes', files: [{ ...change, row: text, name: text }] },
    { ...row('e'), type: 'error', sentence: text, actions: [{ action: 'retry', label: text }] },
    { ...row('n'), type: 'notice', kind: 'report', text },
  ];
}

/** Returns deltas that put the text into most places in the header and around the composer. */
function aroundThread(text: string): readonly ChatDelta[] {
  // The sentences around the thread are Longthread's own and are short. Long sentences would leave no room for the
  // thread.
  const sentence = text.slice(0, 300);
  const header = { sessionId: 's1', title: text, model: text, strategy: text, isOpening: false };
  const attachment = { id: text, label: text, kind: 'file', problem: text } as const;
  const value: ComposerView = {
    ...{ attachments: [attachment], isBusy: true, activity: text, waited: text },
    ...{ plan: [{ text, state: 'active' }], waiting: [{ id: 1, text, isSteering: true }] },
    asked: { id: text, text, options: [{ label: text, detail: text }] },
  };
  return [
    {
      ...{ type: 'field', field: 'header' },
      value: { ...header, readOnly: { reason: sentence, takeOver: sentence }, origin: sentence },
    },
    { type: 'field', field: 'composer', value },
  ];
}

/**
 * Runs in the page. Returns the damage that a text has done, such as a script that ran, or an element, attribute or
 * address that must not be in the page.
 */
export async function damageInPage(): Promise<readonly string[]> {
  for (const nothing of [1, 2]) await new Promise((drawn) => requestAnimationFrame(() => drawn(nothing)));
  const global = window as unknown as { readonly struck?: unknown };
  const found: string[] = global.struck === undefined ? [] : ['a script ran'];
  found.push(...window.violations.splice(0).map((violation) => `the policy was broken: ${violation}`));
  for (const element of document.querySelectorAll('body *')) {
    if (element.matches('body > script[nonce], body > script[src]')) continue;
    if (element.matches('script, iframe, object, embed, base, meta, link, form, style, img, video, audio'))
      found.push(`an element ${element.localName}`);
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`an attribute ${name}`);
      const isAddress = /^(href|src|action|formaction|xlink:href|srcdoc)$/i.test(name);
      if (isAddress && /^\s*[\w+.-]+:/.test(value) && !/^\s*https?:/i.test(value))
        found.push(`an address ${value.slice(0, 60)}`);
    }
  }
  if (/\p{M}{31}|[\p{Script_Extensions=Arabic}\p{M}]{402}/u.test(document.body.textContent))
    found.push('more marks, or joined letters, in a row than a browser can draw');
  if (document.querySelector('lt-assistant-row') === null) found.push('the view is empty');
  return found;
}

/** Returns whether damage is detected at all. For this check, puts an image with a script directly into the page. */
async function seesDamage(view: ViewDriver): Promise<boolean> {
  await view.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.struck=1">');
  });
  return (await view.page.evaluate(damageInPage)).length > 0;
}

/** Opens the chat, and reports requests to other hosts, dialogs, navigation, pop-ups and errors. */
export async function openWatched(view: ViewDriver, report: (what: string) => void): Promise<void> {
  await view.open('chat', 'hostile', { height: 4_000, width: 500 });
  const { host } = new URL(view.page.url());
  view.page.on('request', (request) => {
    if (new URL(request.url()).host !== host && !request.url().startsWith('data:'))
      report(`a request to ${request.url().slice(0, 80)}`);
  });
  view.page.on('dialog', (dialog) => {
    report('a dialog');
    void dialog.dismiss();
  });
  view.page.on('framenavigated', () => {
    report('the page was left');
  });
  view.page.on('popup', () => {
    report('a window was opened');
  });
  view.page.on('pageerror', (error) => {
    report(`the view failed: ${String(error).slice(0, 200)}`);
  });
}

export const texts: Trial = {
  what: 'hostile texts in a real browser',
  usual: 500,
  async run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const view = new ViewDriver();
    const failures: string[] = [];
    let text = '';
    const report = (what: string): void =>
      void failures.push(`${what}, by ${JSON.stringify(text.slice(0, 200))}`);
    await view.start();
    try {
      await openWatched(view, report);
      for (let done = 0; done < count; done++) {
        text = hostileText(random);
        if (done > 0) await view.push({ type: 'field', field: 'rows', value: [] });
        await view.append(...rowsOf(text, done));
        await view.push(...aroundThread(text));
        for (const damage of new Set(await view.page.evaluate(damageInPage))) report(damage);
        progress(done + 1);
      }
      if (!(await seesDamage(view)))
        failures.push('an image with a script was put into the page and not detected');
    } finally {
      await view.stop();
    }
    return { failures, figures: 'no script, request or element in the thread, the header and the composer' };
  },
};
