import * as vscode from 'vscode';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { fileTools } from '../hands/fileTools.ts';
import { type Hands, mayChangeFiles } from '../hands/hands.ts';
import type { SetupParts } from './setupParts.ts';
import { askUser } from '../tools/askUser.ts';
import { compactWhenDone } from '../tools/compactWhenDone.ts';
import { completeStage } from '../tools/completeStage.ts';
import { foreignTools } from '../tools/foreignTools.ts';
import { findSymbol } from '../tools/findSymbol.ts';
import { getDiagnostics } from '../tools/getDiagnostics.ts';
import { gitTools } from '../tools/gitTools.ts';
import { listFiles } from '../tools/listFiles.ts';
import { memorySearch } from '../tools/memorySearch.ts';
import { readFile } from '../tools/readFile.ts';
import { recall } from '../tools/recall.ts';
import { commandTools } from '../tools/runCommand.ts';
import { searchText } from '../tools/searchText.ts';
import { symbolPlaces } from '../tools/symbolPlaces.ts';
import { updatePlan } from '../tools/updatePlan.ts';

/**
 * Returns a function that returns the tools of a session's conversation. The tools depend on the current workspace
 * trust, settings and model.
 */
export function toolSet(live: LiveSession, parts: SetupParts): () => readonly Tool[] {
  const { services, memories, textSearch } = parts;
  const ofWorkspace = [
    ...[readFile(services.redactor), listFiles, searchText(textSearch, services.redactor), getDiagnostics],
    ...[
      findSymbol(textSearch, services.redactor),
      ...symbolPlaces(services.redactor),
      ...gitTools(services.redactor),
    ],
  ];
  const ofThread = [updatePlan, compactWhenDone, askUser, completeStage(live), memorySearch(memories)];
  const originals = recall(live, services.logger);
  const approvals = parts.approvals.deskOf(live);
  const commands = commandTools({ live, approvals, runs: parts.runs, redactor: services.redactor });
  const foreign = foreignTools(live, approvals);
  return () => {
    if (!canCallTools(parts)) return [];
    const files = vscode.workspace.isTrusted ? ofWorkspace : [];
    const hands = mayChangeFiles() ? [...fileTools(handsOf(live, parts)), ...commands] : [];
    const own = [...files, ...hands, ...(parts.settings.current.recall ? [originals] : []), ...ofThread];
    return [...own, ...(mayChangeFiles() ? foreign(own.map(({ schema }) => schema.name)) : [])];
  };
}

/**
 * Returns the parts of a session that the tools for changing files need, such as the session's approvals and its store
 * of earlier file contents.
 */
function handsOf(live: LiveSession, { approvals, files, services }: SetupParts): Hands {
  const { redactor } = services;
  return { live, approvals: approvals.deskOf(live), changed: files.of(live.id).changed, redactor };
}

/** Returns whether the model can call tools. Returns true if no model is connected. */
export function canCallTools({ models }: SetupParts): boolean {
  return models.chatModel?.profile.supportsTools ?? true;
}
