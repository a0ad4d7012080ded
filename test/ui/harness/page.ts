import { FakeChatHost } from './fakeChat.ts';
import { FakePanelHost } from './fakePanel.ts';
import { fonts, themes, type ThemeName } from './themes.ts';

/** Provides the editor's side of the page. Runs in the browser before the script of a view. */

declare global {
  interface Window {
    /** The fake host: tests read its requests and push deltas through it. */
    fake: FakeChatHost | FakePanelHost;
    violations: string[];
    /** Changes the theme of the open page as the editor does. */
    showTheme(name: ThemeName): void;
  }
}

const options = new URLSearchParams(location.search);
const view = location.pathname.slice(1);
const storageKey = `state of ${view}`;
// A reloaded page finds its stored state; a newly opened page starts without a stored state.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (navigation?.type !== 'reload') sessionStorage.clear();

window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(
    `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
  );
});

window.showTheme = (name) => {
  const { style } = document.documentElement;
  for (const variable of [...style].filter((each) => each.startsWith('--vscode-'))) {
    style.removeProperty(variable);
  }
  const { bodyClass, colors } = themes[name];
  for (const [variable, value] of Object.entries({ ...fonts, ...colors })) {
    style.setProperty(`--vscode-${variable}`, value);
  }
  document.body.classList.remove(...Object.values(themes).flatMap((theme) => theme.bodyClass.split(' ')));
  document.body.classList.add(...bodyClass.split(' '));
  // Ends transitions, so that no colour of the earlier theme remains.
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
};
window.showTheme((options.get('theme') ?? 'dark') as ThemeName);
document.body.style.backgroundColor = `var(--vscode-${view === 'chat' ? 'sideBar' : 'editor'}-background)`;
document.documentElement.style.scrollbarColor = 'var(--vscode-scrollbarSlider-background) transparent';

const post = (message: unknown): void => {
  // As in the editor, each message is a copy and arrives in a separate task.
  const data: unknown = structuredClone(message);
  setTimeout(() => window.dispatchEvent(new MessageEvent('message', { data })), 0);
};
const scenario = options.get('scenario') ?? 'day';
window.fake = view === 'chat' ? new FakeChatHost(scenario, post) : new FakePanelHost(scenario, post);

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => {
      const copy: unknown = structuredClone(message);
      setTimeout(() => void window.fake.channel.receive(copy), 0);
    },
    getState: (): unknown => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'),
    setState: (state: unknown) => {
      sessionStorage.setItem(storageKey, JSON.stringify(state));
    },
  }),
});
