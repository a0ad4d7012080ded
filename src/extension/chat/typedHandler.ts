import type { KeptText } from '../../adapters/store/typedFiles.ts';
import type { ViewParts } from '../parts.ts';
import type { TypedText } from './typedText.ts';

type TypedParts = Pick<ViewParts, 'services' | 'sessions' | 'pending'> & {
  readonly typedText: Pick<TypedText, 'typed'>;
};

/** Keeps the text being typed with its session, and counts its tokens; only the newest count is used. */
export function typedHandler({
  services,
  sessions,
  pending,
  typedText,
}: TypedParts): (typed: KeptText) => Promise<void> {
  let newest = 0;
  return async ({ text, at }) => {
    const session = (sessions.tail ?? sessions.current)?.id;
    const own = ++newest;
    if (session !== undefined) typedText.typed(session, { text, at });
    const [tokens = 0] = text.trim() === '' ? [0] : await services.counter.count([text]);
    if (session !== undefined && own === newest) pending.set(session, 'typed', tokens);
  };
}
