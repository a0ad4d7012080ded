import type { Access, Setting } from '../../src/extension/settings/settingKinds.ts';
import { GROUP_BEGINS, SETTINGS } from '../../src/extension/settings/settingTable.ts';

const PER_MODEL = ' Can be set per model in `longthread.perModel`.';

/** The sentence after a setting's description, for each access. A limit gets one more sentence with `limitWords`. */
const ACCESS_SENTENCES: Readonly<Record<Access, string>> = {
  person: ' Only your own settings count: a workspace can’t change this setting.',
  choice: ' A workspace’s settings may choose among the models that you have connected.',
  context: PER_MODEL,
  limit: '',
  contextLimit: PER_MODEL,
  workspace: '',
};

/** The scopes in VS Code other than the default scope. A workspace can't set a setting with the scope `machine`. */
const SCOPES: Partial<Record<Access, string>> = { person: 'machine', choice: 'machine-overridable' };

type Row = readonly [name: string, setting: Setting<unknown>];

const rows: readonly Row[] = Object.entries(SETTINGS);

const groups = Object.entries(GROUP_BEGINS).map(([title, first], at, all) => {
  const indexOf = (name: string | undefined): number => rows.findIndex(([other]) => other === name);
  const next = all[at + 1]?.[1];
  return { title, rows: rows.slice(indexOf(first), next === undefined ? undefined : indexOf(next)) };
});

/** Returns the text of package.json with the settings from the table. */
export function manifestWithSettings(text: string): string {
  const manifest = JSON.parse(text) as {
    contributes: { configuration: unknown };
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: unknown } };
  };
  manifest.contributes.configuration = groups.map((group) => ({
    title: group.title,
    properties: Object.fromEntries(group.rows.map(([name, row], at) => [full(name), declared(row, at + 1)])),
  }));
  // Lists all settings that a workspace may set, because their values count only in a trusted workspace.
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = rows
    .filter(([, { access }]) => access !== 'person')
    .map(([name]) => full(name))
    .sort();
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function declared(row: Setting<unknown>, order: number): object {
  const { access, defaultValue, declared: kind } = row;
  const scope = SCOPES[access];
  return {
    order,
    ...kind,
    default: defaultValue,
    markdownDescription: described(row),
    ...(scope !== undefined && { scope }),
  };
}

function described({ access, declared: { type }, description }: Setting<unknown>): string {
  const isLimit = access === 'limit' || access === 'contextLimit';
  return `${description}${ACCESS_SENTENCES[access]}${isLimit ? ` A workspace’s settings can ${limitWords(type)}.` : ''}`;
}

/** Returns what a workspace may do with a limit of this type, in words that can follow “A workspace’s settings can”. */
function limitWords(type: unknown): string {
  if (type === 'boolean') return 'turn this setting off, but not on';
  return type === 'string' ? 'only choose a less automatic way' : 'only lower this value';
}

/** Returns the text of docs/SETTINGS.md. */
export function settingsPage(): string {
  const lines = groups.flatMap((group) => [`## ${group.title}`, '', ...group.rows.map(pageLine), '']);
  return [
    '# Settings',
    '',
    'This page lists each setting with its default and its range. If a value is outside the range, Longthread uses the default',
    'and says so. [DEFAULTS.md](DEFAULTS.md) gives the reasons for the defaults. `npm run settings` writes this page.',
    '',
    ...lines,
  ].join('\n');
}

function pageLine([name, row]: Row): string {
  const { defaultValue, expected } = row;
  const said = described(row)
    .replace(/\[([^\]]+)\]\(command:[^)]+\)/g, '$1')
    .replaceAll('#', '');
  return `- \`${full(name)}\` (${shown(defaultValue)}; ${expected}): ${said}`;
}

/** Returns a default value in the form that the page shows. */
function shown(defaultValue: unknown): string {
  return defaultValue === null || defaultValue === '' ? 'empty' : `\`${JSON.stringify(defaultValue)}\``;
}

function full(name: string): string {
  return `longthread.${name}`;
}
