import { Tally, type Count } from './count.ts';

/** Counts texts that were written for people to read. */

const HEADER = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \((.*)\))?\*\*_/u;

/** SpecStory: headers say who speaks; what stands in a tool's element is no header. */
export function countSpecstory(text: string): Count {
  const tally = new Tally();
  let speaker = '';
  let said: string[] = [];
  let closing: string | undefined;
  let isBare = false;
  let prompt: string[] = [];
  const flush = (): void => {
    const words = said.filter((line) => line.trim() !== '---').join('\n');
    // Below a tool without an element stands what it gave, up to the next header.
    if (speaker === 'Agent' && !isBare) tally.answered(words);
    else if (speaker === 'User') prompt.push(words);
    said = [];
    isBare = false;
  };
  const endPrompt = (): void => {
    tally.said(prompt.join('\n'));
    prompt = [];
  };
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (closing !== undefined) {
      if (closing === '</tool-use>') tally.refused(`${line.slice(-40)}\n${lines[at + 1] ?? ''}`);
      if (
        line.includes(closing) &&
        (closing !== '</tool-use>' || /^(?:<\/details>)?<\/tool-use>/u.test(line))
      )
        closing = undefined;
      continue;
    }
    const header = HEADER.exec(line);
    if (header !== null) {
      flush();
      const isSide = header[2] !== undefined || / ?sidechain$/u.test(header[3] ?? '');
      speaker = isSide ? 'side' : header[1] === 'User' ? 'User' : 'Agent';
      if (speaker !== 'side') endPrompt();
    } else if (speaker === 'Agent' && line.startsWith('<tool-use ')) {
      flush();
      tally.calls += 1;
      tally.results += 1;
      closing = '</tool-use>';
    } else if (
      speaker === 'Agent' &&
      /^(?:Tool use: \*\*|\*\*(?:Add|Update|Delete): `|\*\*Agent task list:)/u.test(line)
    ) {
      flush();
      tally.calls += 1;
      tally.results += 1;
      isBare = true;
    } else if (speaker === 'side' && line.startsWith('<tool-use ')) closing = '</tool-use>';
    else if (speaker === 'Agent' && line.startsWith('<think>')) {
      flush();
      if (!line.includes('</think>')) closing = '</think>';
    } else said.push(line);
  }
  flush();
  endPrompt();
  return tally.count;
}

/** A copy of Claude Code's terminal: signs at the beginning of lines say what they are. */
export function countClaudeConsole(text: string): Count {
  const tally = new Tally();
  const pieces = text.split(/^(?=[>❯⏺●✻∴╭][ \u00a0]?)/mu);
  for (const piece of pieces) {
    const words = piece.slice(1).trim();
    const hasResult = /^[ \u00a0]{1,4}⎿/mu.test(piece);
    const isCommand =
      /^(?:[/!]\S|This session is being continued)/u.test(words) || /^.{0,100} is running…/u.test(words);
    if (/^[>❯]\s/u.test(piece) && !isCommand && words !== '') tally.prompts += 1;
    if (!/^[⏺●]\s/u.test(piece)) continue;
    const isCall = hasResult || (/^[\w:-]+\([\s\S]*\)…?$/u.test(words) && !words.includes('\n\n'));
    if (isCall) tally.calls += 1;
    else tally.answered(words);
    if (hasResult) tally.results += 1;
  }
  return tally.count;
}

/** Aider: `####` is the person, `>` the program, all else the model; edits and commits are calls of the program's. */
export function countAider(text: string): Count {
  const tally = new Tally();
  const kinds = text.split('\n').map((line) => {
    if (line.startsWith('# aider chat started at')) return { kind: 'start', line };
    if (line.startsWith('#### ') && line.endsWith('  ')) return { kind: 'person', line: line.slice(5) };
    return line.startsWith('> ') ? { kind: 'program', line: line.slice(2) } : { kind: 'model', line };
  });
  let isAsked = false;
  for (let at = 0; at < kinds.length;) {
    const { kind } = kinds[at] ?? { kind: '' };
    let end = at;
    while (end < kinds.length && kinds[end]?.kind === kind) end += 1;
    const words = kinds.slice(at, end).map(({ line }) => line.trim());
    const said = words.join('\n').trim();
    if (kind === 'model') tally.answered(said);
    const isCommand =
      /^\/(?!(?:ask|code|architect) )[a-z]/u.test(said) || said.startsWith('# Fix any errors below');
    // What was typed before the model came to answer is one message.
    if (kind === 'person' && said !== '' && !isCommand && !isAsked) tally.prompts += 1;
    if (kind === 'person' && said !== '' && !isCommand) isAsked = true;
    const done = words.filter((line) =>
      /^(?:Applied edit to |Commit [0-9a-f]{7}|Removed: [0-9a-f]{7})/u.test(line),
    );
    if (kind === 'program')
      [tally.calls, tally.results] = [tally.calls + done.length, tally.results + done.length];
    if (kind === 'start' || done.length > 0 || (kind === 'model' && said !== '')) isAsked = false;
    at = end;
  }
  return tally.count;
}

/** Cursor's export of a chat: rules between the speakers. */
export function countCursorExport(text: string): Count {
  const tally = new Tally();
  for (const piece of text.split(/^---\n\n(?=\*\*(?:User|Cursor)\*\*\n)/mu)) {
    if (piece.startsWith('**User**')) tally.said(piece.replace('**User**', ''));
    if (piece.startsWith('**Cursor**')) tally.answered(piece.replace('**Cursor**', ''));
  }
  return tally.count;
}
