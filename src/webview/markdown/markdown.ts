import type { PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { drawable } from '../base/html.ts';
import { LightElement } from '../base/lightElement.ts';
import { markdownStyle } from './markdownStyle.ts';
import { changeInto } from './changeInto.ts';
import { blockStarts, renderMarkdown, type LinkDefinitions } from './render.ts';
import { highlightWhenVisible } from './highlight.ts';

export interface MarkdownActions {
  readonly copy: (text: string) => void;
  readonly insert: (text: string) => void;
  readonly openLink: (href: string) => void;
}

/**
 * Matches a link definition. A definition can change links that are already drawn, so a text with a definition is drawn
 * again as a whole when streaming ends.
 */
const linkDefinition = /^ {0,3}\[[^\]]+\]:/m;

/**
 * Rendered Markdown. While a text streams in, only its last block is parsed again, at most once per frame: later text
 * can't change a finished block, unless it is a link definition.
 */
@customElement('lt-markdown')
export class Markdown extends LightElement {
  static override styles = markdownStyle;

  @property() source = '';
  @property({ type: Boolean }) streaming = false;
  @property({ attribute: false }) actions: MarkdownActions | undefined;

  /** The part of the source that is already drawn. */
  private shown = '';
  /** The offset of the block that is still growing. */
  private openFrom = 0;
  private openBlock: HTMLElement | undefined;
  private isFinished = false;
  private frame = 0;

  constructor() {
    super();
    this.addEventListener('click', this.onClick);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  protected override shouldUpdate(changed: PropertyValues<this>): boolean {
    if (!changed.has('source') && !changed.has('streaming')) return false;
    if (this.streaming && this.shown !== '') {
      if (this.frame === 0) this.frame = requestAnimationFrame(this.grow);
    } else {
      this.grow();
    }
    // The element writes its children itself, so Lit has nothing to render.
    return false;
  }

  private readonly grow = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { source } = this;
    const isEnd = !this.streaming;
    if (this.mustStartOver(source)) this.startOver();
    if (source === this.shown && !isEnd) return;
    const tail = source.slice(this.openFrom);
    const definitions: LinkDefinitions = {};
    const starts = blockStarts(tail, definitions);
    const isOneOpen = starts.length === 1 && !isEnd;
    if (!isOneOpen) this.closeBlock();
    starts.forEach((start, index) => {
      const next = starts[index + 1];
      const isClosed = next !== undefined || isEnd;
      const block = drawn(renderMarkdown(tail.slice(start, next), definitions), isClosed);
      if (isClosed) this.append(block);
      else this.growBlock(block);
    });
    this.openFrom += isEnd ? tail.length : (starts.at(-1) ?? 0);
    this.shown = source;
    this.isFinished = isEnd;
  };

  private mustStartOver(source: string): boolean {
    if (this.isFinished || !source.startsWith(this.shown)) return true;
    return !this.streaming && this.shown !== '' && linkDefinition.test(source);
  }

  /** Removes the growing block, which is drawn again when it is complete. */
  private closeBlock(): void {
    this.openBlock?.remove();
    this.openBlock = undefined;
  }

  /** Draws the growing block. Keeps its elements, so that the person can select, copy and scroll it meanwhile. */
  private growBlock(block: HTMLElement): void {
    if (this.openBlock !== undefined) changeInto(this.openBlock, block);
    else this.append((this.openBlock = block));
  }

  private startOver(): void {
    this.replaceChildren();
    this.openBlock = undefined;
    this.openFrom = 0;
    this.shown = '';
    this.isFinished = false;
  }

  private readonly onClick = (event: MouseEvent): void => {
    const target = event.target as HTMLElement;
    const link = target.closest('a');
    if (link !== null) {
      event.preventDefault();
      // VS Code's own handler on the document would also open the link, and would do so without asking.
      event.stopPropagation();
      const href = link.getAttribute('href');
      if (href !== null) this.actions?.openLink(href);
      return;
    }
    const button = target.closest<HTMLElement>('[data-code]');
    if (button === null) return;
    const text = button.closest('.code')?.querySelector('code')?.textContent ?? '';
    this.actions?.[button.dataset['code'] as CodeAction](text);
  };
}

/** Returns the element of a block. */
function drawn(fragment: DocumentFragment, isFinished: boolean): HTMLElement {
  const block = document.createElement('div');
  frameCodeBlocks(fragment, isFinished);
  // The words of each block determine the text direction of the block. Code always runs from left to right.
  for (const part of fragment.children)
    if (part instanceof HTMLElement && !part.classList.contains('code')) part.dir = 'auto';
  block.append(fragment);
  return block;
}

/** The action of a code block's button. The click handler reads it from the button's `data-code` attribute. */
type CodeAction = 'copy' | 'insert';

/**
 * Puts a bar with the language and two buttons above each code block of a fragment. If the code block is complete and
 * has a language, colours the code once it is in view.
 */
function frameCodeBlocks(fragment: DocumentFragment, isFinished: boolean): void {
  for (const pre of fragment.querySelectorAll('pre')) {
    const code = pre.querySelector('code');
    if (code === null) continue;
    // The name of the language may contain too many combining marks: the source can write them as entities, and
    // `sanitize` removes marks only from texts, not from attributes.
    code.className = drawable(code.className);
    const language = /language-([^\s]+)/.exec(code.className)?.[1] ?? '';
    const frame = make('div', 'code');
    pre.replaceWith(frame);
    const bar = make('div', 'code-bar');
    const name = make('span', 'muted one-line');
    name.textContent = language;
    bar.append(name, button('copy', 'Copy code'), button('insert', 'Insert at cursor'));
    frame.append(bar, pre);
    // A block must be focusable, so that it can be scrolled sideways by keyboard.
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
