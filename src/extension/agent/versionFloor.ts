/** The oldest VS Code in which the editor's agent was seen to work with models of others, signed out. */
export const AGENT_FLOOR = '1.139';

/** Why the editor's agent can't have Longthread's models in this version; undefined where it can. */
export function versionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [floorMajor = 0, floorMinor = 0] = AGENT_FLOOR.split('.').map(Number);
  const isNewEnough = major > floorMajor || (major === floorMajor && minor >= floorMinor);
  return isNewEnough
    ? undefined
    : `The agent of VS Code ${version} can’t use Longthread: that needs VS Code ${AGENT_FLOOR} or newer. Longthread’s own chat works.`;
}
