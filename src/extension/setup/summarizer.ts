import { countInPieces } from '../../core/context/countInPieces.ts';
import { createSummarize } from '../../core/summary/summarize.ts';
import type { Summarize } from '../../core/summary/summary.ts';
import type { SetupParts } from './setupParts.ts';
import { ownTurn, sleep } from '../sleep.ts';

/**
 * Returns a function that creates the summarizer for the model and the prompt in the settings. The function returns
 * undefined while no model is connected or `summary.enabled` is off.
 */
export function summarizer({ services, models, settings }: SetupParts): () => Summarize | undefined {
  const { counter, clock } = services;
  const count = countInPieces((text) => counter.countSmall(text));
  return () => {
    const model = models.summaryModel;
    const { memoryRounds, summaryPrompt, summaryEnabled, summaryCheck: checksItself } = settings.current;
    if (model === undefined || !summaryEnabled) return undefined;
    const summarize = createSummarize({
      ...{ model, count, clock, sleep, memoryRounds, checksItself },
      pause: ownTurn,
    });
    const prompt = summaryPrompt.trim();
    return prompt === '' ? summarize : (request, signal) => summarize({ ...request, prompt }, signal);
  };
}
