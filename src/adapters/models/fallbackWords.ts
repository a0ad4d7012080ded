import { scrub, type ErrorPlace } from './chatError.ts';
import type { RequestShape } from './endpointQuirks.ts';

/** A change of the request format after an error, with the endpoint's message. */
export interface Step {
  readonly from: RequestShape;
  readonly to: RequestShape;
  readonly said: string;
}

/** A lasting change of the requests to an endpoint, or a tool parser that seems to be off. */
export interface Fallback {
  /** A text for the logger. Says what changed, with the endpoint's message, or that the tool parser seems to be off. */
  readonly reason: string;
  /** A text for the person about a feature that no longer works. Undefined if all features still work. */
  readonly loss?: string;
}

/** Returns the fields of the request format that a step changes. */
export function changedKeys({ from, to }: Step): readonly (keyof RequestShape)[] {
  return (Object.keys(to) as (keyof RequestShape)[]).filter((key) => from[key] !== to[key]);
}

export function fallbackOf(step: Step, place: ErrorPlace): Fallback {
  const said = scrub(step.said, place.endpoint);
  const changed = changedKeys(step);
  const loss = changed.map((key) => LOSSES[key]?.(place)).find((sentence) => sentence !== undefined);
  const at = new URL(place.endpoint.baseUrl).host;
  const changes = changed.map((key) => `${key} is ${String(step.to[key])}`).join(', ');
  return {
    reason: `${place.model} at ${at}: ${changes} from now on (“${said}”)`,
    ...(loss !== undefined && { loss: `${loss} (“${said}”). ${WAY_BACK}.` }),
  };
}

/** Returns a report about a tool call that did not run because the model wrote the call as text. */
export function parserOff({ model, endpoint }: ErrorPlace): Fallback {
  const loss = `${model} wrote a tool call as text, so the tool did not run. The tool parser of ${hostOf(endpoint)} seems to be switched off, or is set for another model.`;
  return { reason: loss, loss };
}

/** The label of the button that tries the full request again. */
export const TRY_AGAIN = 'Try Again';
const WAY_BACK = `After you have fixed this, press “${TRY_AGAIN}” or choose the model again`;

type Loss = (place: ErrorPlace) => string;

const LOSSES: Readonly<Partial<Record<keyof RequestShape, Loss>>> = {
  tools: ({ model, endpoint }) =>
    `From now on, ${model} answers without tools, since ${hostOf(endpoint)} accepts no tools for this model`,
  images: ({ model, endpoint }) =>
    `From now on, ${model} gets only a mention of each image, since ${hostOf(endpoint)} accepts no images for this model`,
  withoutThinking: ({ model, endpoint }) =>
    `From now on, ${model} does not think before it answers, since ${hostOf(endpoint)} accepts tools only without thinking`,
  effort: ({ model, endpoint }) =>
    `From now on, the provider decides how much ${model} thinks, since ${hostOf(endpoint)} does not accept the effort that you chose`,
  summary: ({ model, endpoint }) =>
    `From now on, the thinking of ${model} is not shown, since ${hostOf(endpoint)} does not send it`,
  withoutStream: ({ model, endpoint }) =>
    `From now on, each answer of ${model} comes as a whole, since ${hostOf(endpoint)} does not stream answers`,
};

function hostOf({ baseUrl }: ErrorPlace['endpoint']): string {
  return new URL(baseUrl).host;
}
