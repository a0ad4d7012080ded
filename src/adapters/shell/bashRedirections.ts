import type { HereDoc, Redirect, Redirection } from 'unbash';
import type { Redirected, ShellWord } from '../../core/approval/shellLine.ts';
import { isOpen, wordOf } from './bashWords.ts';

/** Thrown for a line that can't be taken apart; its message says why. */
export class Unclear extends Error {}

/** The files that a command writes by redirection. */
export function writesOf(redirects: readonly Redirection[]): readonly Redirected[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== 'Redirect' || redirect.operator === '<' || redirect.operator === '<&') return [];
    const file = fileOf(redirect);
    // `2>&1` and `>&-` name a descriptor.
    const isDescriptor = redirect.operator === '>&' && /^(?:\d+|-|\d+-)$/.test(file.value ?? '');
    return isDescriptor ? [] : [file];
  });
}

/** The files that a command reads by redirection. */
export function readsOf(redirects: readonly Redirection[]): readonly Redirected[] {
  return redirects.flatMap((redirect) => {
    const isRead = redirect.type === 'Redirect' && /^<[>&]?$/.test(redirect.operator);
    return isRead ? [fileOf(redirect)] : [];
  });
}

function fileOf({ target, descriptor, operator }: Redirect): Redirected {
  if (target === undefined) throw new Unclear('a redirection names no file');
  return {
    ...wordOf(target),
    operator: `${descriptor?.type === 'FileDescriptor' ? descriptor.value : ''}${operator}`,
  };
}

/** The text that a document or a string hands to a command; of several the last. */
export function inputOf(redirects: readonly Redirection[]): ShellWord | undefined {
  for (const redirect of redirects.toReversed()) {
    if (redirect.descriptor?.type === 'FileDescriptorVariable')
      throw new Unclear('a redirection sets a variable');
    if (redirect.type === 'HereString')
      return redirect.target === undefined ? { text: '' } : wordOf(redirect.target);
    if (redirect.type === 'HereDoc') return documentOf(redirect);
  }
  return undefined;
}

/** The shell takes backslashes out of a document without quotes, and tabs out of one behind `<<-`: what comes in is another text. */
function documentOf({ body, delimiter, operator }: HereDoc): ShellWord {
  const isQuoted = delimiter?.quoted === true;
  const isKnown =
    (isQuoted || (!isOpen(body) && !body.text.includes('\\'))) &&
    !(operator === '<<-' && body.text.includes('\t'));
  return isKnown ? { text: body.text, value: body.text } : { text: body.text };
}
