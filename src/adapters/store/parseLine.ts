import * as v from 'valibot';
import type { Entry } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { entrySchema, knownKinds } from './entrySchema.ts';

export type ParsedLine =
  | { readonly type: 'entry'; readonly entry: Entry }
  /** A line that a newer version of this program wrote. The line is kept unchanged and never interpreted. */
  | { readonly type: 'newer'; readonly why: string }
  | { readonly type: 'unreadable'; readonly why: string };

/** Parses one line of a log, without its newline. Never throws. */
export function parseLine(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { type: 'unreadable', why: 'not JSON' };
  }
  const whyNewer = whyFromNewerVersion(value);
  if (whyNewer !== undefined) return { type: 'newer', why: whyNewer };
  const parsed = v.safeParse(entrySchema, value, { abortEarly: true });
  if (parsed.success) return { type: 'entry', entry: parsed.output };
  return { type: 'unreadable', why: whereWrong(parsed.issues[0]) };
}

const headSchema = v.object({ v: v.number(), kind: v.string() });

function whyFromNewerVersion(value: unknown): string | undefined {
  if (!v.is(headSchema, value)) return undefined;
  if (value.v > FORMAT_VERSION) return `version ${String(value.v)}`;
  if (value.v === FORMAT_VERSION && !knownKinds.has(value.kind)) return `kind ${value.kind.slice(0, 40)}`;
  return undefined;
}

/** Returns the path of a schema problem. Omits the value, which may be a secret. */
function whereWrong(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? 'not an entry' : `wrong at ${path}`;
}
