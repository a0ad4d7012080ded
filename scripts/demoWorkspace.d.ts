import type { Settings } from '../test/support/vscodeSettings.ts';
/** A copy of the sample, which an agent may edit and mend: made anew, so that its tests fail again. */
export declare function demoWorkspace(folder?: string): string;
/** The demo endpoint for Longthread's chat and, with more room, for the editor's agent, which needs AI features on. */
export declare function demoSettings(url: string): Settings;
