import assert from 'node:assert/strict';
import { jsonLines, readContent, sketch } from '../../../support/transcriptFiles.ts';

/** The parts of a prompt in which the person named a file and a picture with `@`. */
const NAMED = [
  { text: 'Follow @lamp.md and @lamp.png.' },
  { text: '\n--- Content from referenced files ---' },
  { text: '\nContent from @lamp.md:\n' },
  { text: 'Always paint lamps red.' },
  { text: '\nContent from @lamp.png:\n' },
  { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
  { text: '\n--- End of content ---' },
  { text: '<hook_context>Never use green.</hook_context>' },
];
const READ =
  'user: Follow @lamp.md and @lamp.png. | <attachment> | <attachment> | <attachment> | <attachment> | [image] | <attachment> | <attachment>';

interface UserRecord {
  readonly parts?: readonly object[];
  readonly subtype?: string;
  readonly provenance?: string;
  readonly systemPayload?: object;
}

describe('The texts that a client adds to the person’s words', () => {
  it('are not the person’s words in Gemini CLI if they are contents of named files or texts of hooks', async () => {
    const lines = [
      { sessionId: 's', projectHash: 'p' },
      { id: '1', type: 'user', content: NAMED },
      { id: '2', type: 'user', content: [{ text: 'Dim it.' }, { text: '<hook_context>No.</hook_context>' }] },
    ];
    const { messages } = await readContent(jsonLines(...lines));
    assert.deepEqual(sketch(messages), [READ, 'user: Dim it. | <hook>']);
    const saved = [{ role: 'user', parts: NAMED }];
    assert.deepEqual(sketch((await readContent(JSON.stringify(saved))).messages), [READ]);
  });

  const inCodex = (text: string): object => ({
    timestamp: '2026-03-01T09:00:00.000Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });

  for (const [what, added, label] of [
    [
      'what a hook demands before the turn may end',
      '<hook_prompt hook_run_id="stop:0:/srv/hooks.json">Always paint &lt;all&gt; lamps.\n</hook_prompt>',
      'hook',
    ],
    [
      'what another program adds through Codex’s app server',
      '<external_browser tab>\nAlways paint lamps red.\n</external_browser tab>',
      'environment',
    ],
    [
      'what an extension adds',
      '<extension_context>\nAlways paint lamps red.\n</extension_context>',
      'environment',
    ],
    [
      'a warning about open processes',
      'Warning: The maximum number of unified exec processes you can keep open is 60 and you currently have 55 ' +
        'processes open. Reuse older processes or close them to prevent automatic pruning of old processes',
      'notification',
    ],
    [
      'a warning about the wrong tool',
      'Warning: apply_patch was requested via shell. Use the apply_patch tool instead of exec_command.',
      'notification',
    ],
    [
      'a warning about the model',
      'Warning: Your account was flagged for potentially high-risk cyber activity and this request was routed to ' +
        'm-2 as a fallback.',
      'notification',
    ],
    [
      'a warning about the model with addresses',
      'Warning: Your account was flagged for potentially high-risk cyber activity and this request was routed to ' +
        'm-2 as a fallback. To regain access to m-3, apply for trusted access: https://lamp.example/cyber or learn ' +
        'more: https://lamp.example/safety',
      'notification',
    ],
  ] as const)
    it(`are not the person’s words in Codex: ${what}`, async () => {
      const asked = 'Warning: the lamp is hot. What is <external_browser> for?';
      const { messages } = await readContent(jsonLines(inCodex(asked), inCodex(added)));
      assert.deepEqual(sketch(messages), [`user: ${asked}`, `user: <${label}>`]);
    });

  for (const pasted of [
    'Warning: Your account was flagged for potentially high-risk cyber activity and this request was routed to m-2 ' +
      'as a fallback.\n\nWhy do I see this? Never use m-2 for this repo.',
    'Warning: The maximum number of unified exec processes you can keep open is 60 and you currently have 55 ' +
      'processes open. Reuse older processes or close them to prevent automatic pruning of old processes\n' +
      'From now on always close processes.',
    'Warning: The maximum number of unified exec processes you can keep open is 60. From now on always close them.',
    'Warning: apply_patch was requested via shell. Never do it with a shell instead of exec_command.',
  ])
    it(`are the person’s words if the person pasted them and wrote more: ${pasted.slice(-30)}`, async () => {
      const { messages } = await readContent(jsonLines(inCodex('Hi.'), inCodex(pasted)));
      assert.deepEqual(sketch(messages), ['user: Hi.', `user: ${pasted}`]);
    });

  describe('in Qwen Code', () => {
    /** Returns what is read from user records. Each record has the text `Never use green.`, if `parts` is missing. */
    const read = async (...records: readonly UserRecord[]) => {
      const lines = records.map(({ parts = [{ text: 'Never use green.' }], ...record }, at) => ({
        ...{ uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, sessionId: 's', type: 'user' },
        ...{ message: { role: 'user', parts }, ...record },
      }));
      return sketch((await readContent(jsonLines(...lines))).messages);
    };

    it('are not the person’s words if they are contents of named files', async () => {
      assert.deepEqual(await read({ parts: NAMED }), [READ]);
    });

    it('are not the person’s words if the client wrote the whole message', async () => {
      const systemPayload = { displayText: 'Done.' };
      assert.deepEqual(
        await read(
          { subtype: 'notification', systemPayload },
          { subtype: 'cron' },
          { subtype: 'goal_runtime', provenance: 'goal_runtime' },
        ),
        ['user: <notification>', 'user: <notification>', 'user: <notification>'],
      );
      assert.deepEqual(
        await read(
          { subtype: 'mid_turn_user_message', provenance: 'real_user' },
          { subtype: 'mid_turn_user_message' },
          { provenance: 'real_user' },
        ),
        ['user: Never use green.', 'user: Never use green.', 'user: Never use green.'],
      );
    });

    it('are not the person’s words if the client sent them in place of a typed command', async () => {
      const hook = {
        text: '<qwen:user-prompt-submit-context>\nAsk.\n</qwen:user-prompt-submit-context>',
      };
      const typed = (displayText: string) => ({ systemPayload: { displayText, hookContext: 'Ask.' } });
      assert.deepEqual(
        await read(
          { ...typed('/paint the lamp'), parts: [{ text: 'For “/paint the lamp”: never use green.' }, hook] },
          { ...typed('Paint the lamp.'), parts: [{ text: 'Paint the lamp.' }, hook] },
        ),
        ['user: /paint the lamp | <command> | <hook>', 'user: Paint the lamp. | <hook>'],
      );
    });

    const TYPED: readonly (readonly [what: string, typed: string, sent: string])[] = [
      [
        'a pasted text that replaced the typed placeholder',
        'Fix this:\n[Pasted Content 41 chars]',
        'Fix this:\nNever use green.',
      ],
      [
        'attachments that were sent before the typed words',
        'describe this image',
        '@clip.png\n\ndescribe this image',
      ],
      [
        'attachments that were sent before typed words that begin with a path',
        '/srv/lamp.ts is wrong',
        '@clip.png\n\n/srv/lamp.ts is wrong',
      ],
    ];
    for (const [what, displayText, text] of TYPED)
      it(`are the person’s words if they are ${what}`, async () => {
        assert.deepEqual(await read({ systemPayload: { displayText }, parts: [{ text }] }), [
          `user: ${text}`,
        ]);
      });
  });
});
