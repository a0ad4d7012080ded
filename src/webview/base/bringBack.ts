import type { AwayView } from '../../shared/chatView.ts';

/** What “Bring back” does. */
export function bringBackMeans({ isPinnedThen }: AwayView): string {
  return `whole in the context again${isPinnedThen ? ', and pinned' : ''}`;
}
