import { highlightWhenVisible } from './highlight.ts';

/** Actions of a code block's buttons; found by the click on the message. */
export type CodeAction = 'copy' | 'insert';

/** Puts a bar with the language and two buttons over each code block of a fragment, and colours it when it is seen. */
export function dressCodeBlocks(fragment: DocumentFragment, isFinished: boolean): void {
  for (const pre of fragment.querySelectorAll('pre')) {
    const code = pre.querySelector('code');
    if (code === null) continue;
    const language = /language-([^\s]+)/.exec(code.className)?.[1] ?? '';
    const frame = make('div', 'code');
    pre.replaceWith(frame);
    const bar = make('div', 'code-bar');
    const name = make('span', 'muted one-line');
    name.textContent = language;
    bar.append(name, button('copy', 'Copy code'), button('insert', 'Insert at cursor'));
    frame.append(bar, pre);
    // A block scrolled sideways by keyboard needs the focus.
    pre.tabIndex = 0;
    pre.setAttribute('role', 'region');
    pre.setAttribute('aria-label', language === '' ? 'Code' : `Code, ${language}`);
    if (isFinished && language !== '') highlightWhenVisible(code, language.toLowerCase());
  }
}

function button(action: CodeAction, label: string): HTMLElement {
  const element = make('button', 'icon-button');
  element.setAttribute('type', 'button');
  element.title = label;
  element.setAttribute('aria-label', label);
  element.dataset['code'] = action;
  const glyph = make('span', `codicon codicon-${action}`);
  glyph.setAttribute('aria-hidden', 'true');
  element.append(glyph);
  return element;
}

function make(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
