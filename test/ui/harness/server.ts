import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { viewHtml } from '../../../src/shared/viewHtml.ts';

/** Serves the two views with a made-up host on loopback: `/chat?theme=dark&scenario=day`, `/panel?...`. */

const root = path.resolve(import.meta.dirname, '../../..');
const nonce = 'harness';

export interface Harness {
  readonly address: string;
  close(): void;
}

/** The bundle, built once for all servers of a process. */
let bundled: ReturnType<typeof bundle> | undefined;

export async function startHarness(): Promise<Harness> {
  const files = await (bundled ??= bundle());
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(pathname);
    response.statusCode = file === undefined ? 404 : 200;
    response.setHeader('content-type', file?.type ?? 'text/plain');
    if (!file?.type.endsWith('html')) response.setHeader('cache-control', 'max-age=3600');
    response.end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      stop(server);
    },
  };
}

interface File {
  readonly type: string;
  readonly body: string | Uint8Array;
}

async function bundle(): Promise<ReadonlyMap<string, File>> {
  const { outputFiles } = await build({
    entryPoints: {
      'chat.js': path.join(root, 'src/webview/chat/main.ts'),
      'panel.js': path.join(root, 'src/webview/panel/main.ts'),
      'page.js': path.join(import.meta.dirname, 'page.ts'),
    },
    bundle: true,
    format: 'iife',
    write: false,
    outdir: '/',
    logLevel: 'error',
  });
  const codicons = path.join(root, 'node_modules/@vscode/codicons/dist');
  const files = new Map<string, File>([
    ['/codicon.css', { type: 'text/css', body: await readFile(path.join(codicons, 'codicon.css')) }],
    ['/codicon.ttf', { type: 'font/ttf', body: await readFile(path.join(codicons, 'codicon.ttf')) }],
    ['/chat', { type: 'text/html', body: page('chat') }],
    ['/panel', { type: 'text/html', body: page('panel') }],
  ]);
  for (const { path: name, text } of outputFiles) {
    files.set(name.replace(/\.js\.js$/, '.js'), { type: 'text/javascript', body: text });
  }
  return files;
}

/** Returns the extension's page of a view, with the script of the harness before the script of the view. */
function page(view: 'chat' | 'panel'): string {
  const html = viewHtml({
    title: view,
    nonce,
    cspSource: `'self'`,
    scriptUri: `/${view}.js`,
    codiconsUri: '/codicon.css',
  });
  return html.replace('<body>', `<body>\n<script nonce="${nonce}" src="/page.js"></script>`);
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}
