/**
 * The oldest VS Code in which all of `test/agent` was seen to pass, signed out. Of 1.133 all but Ask mode did: its requests
 * bring no id there, and a question without tools can't be told from the editor's own errands. 1.112 and 1.117 lack the key
 * by which nobody is asked to sign in.
 */
export const AGENT_FLOOR = '1.136';

/** Why the editor's agent can't have Longthread's models in this version; undefined where it can. */
export function versionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [floorMajor = 0, floorMinor = 0] = AGENT_FLOOR.split('.').map(Number);
  const isNewEnough = major > floorMajor || (major === floorMajor && minor >= floorMinor);
  return isNewEnough
    ? undefined
    : `The agent of VS Code ${version} can’t use Longthread: that needs VS Code ${AGENT_FLOOR} or newer. Longthread’s own chat works.`;
}
