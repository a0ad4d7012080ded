import type { AssistantPart } from '../../core/log/message.ts';
import { ThinkTags } from '../models/thinkTags.ts';

/** Separates the thoughts that a model wrote in tags from the text of an answer. */
export function withTaggedThoughts(text: string): readonly AssistantPart[] {
  const tags = new ThinkTags();
  let thought = '';
  let said = '';
  for (const delta of [...tags.read({ type: 'text', text }), ...tags.end()]) {
    if (delta.type === 'reasoning') thought += delta.text;
    else if (delta.type === 'text') said += delta.text;
    else if (delta.type === 'thoughtSoFar') [thought, said] = [thought + said, ''];
  }
  if (thought === '') return [{ type: 'text', text }];
  const parts = [{ type: 'reasoning', text: thought.trim() } as const, { type: 'text', text: said } as const];
  return parts.filter((part) => part.text.trim() !== '');
}
