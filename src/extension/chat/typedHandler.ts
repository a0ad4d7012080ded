import type { ViewParts } from '../viewParts.ts';

/** Counts what is being typed in the session that is shown; of several counts on their way the newest stands. */
export function typedHandler({
  services,
  sessions,
  pending,
}: Pick<ViewParts, 'services' | 'sessions' | 'pending'>): (typed: {
  readonly text: string;
}) => Promise<void> {
  let newest = 0;
  return async ({ text }) => {
    const session = (sessions.tail ?? sessions.current)?.id;
    const own = ++newest;
    const [tokens = 0] = text.trim() === '' ? [0] : await services.counter.count([text]);
    if (session !== undefined && own === newest) pending.set(session, 'typed', tokens);
  };
}
