import assert from 'node:assert/strict';
import {
  harnessSentence,
  harnessState,
  EXTENSION_MODELS_SETTING,
} from '../../../../src/extension/agent/copilotHarness.ts';

const editor = (settings: Readonly<Record<string, unknown>>, isRemote = false) => ({
  setting: (name: string) => settings[name],
  isRemote,
});

describe('The Copilot harness of the editor', () => {
  it('is not mentioned if the editor does not have it', () => {
    assert.equal(harnessState(editor({})), 'absent');
    assert.equal(harnessSentence(editor({})), '');
  });

  it('is explained with the setting that enables our models, and the one for people who are signed out', () => {
    const off = editor({
      [EXTENSION_MODELS_SETTING]: false,
      'chat.agentHost.allowSignedOutWhenUsable': false,
    });
    assert.equal(harnessState(off), 'off');
    assert.match(
      harnessSentence(off),
      /“chat\.agentHost\.byokModels\.enabled” \(and “chat\.agentHost\.allow/u,
    );
    const signedIn = editor({
      [EXTENSION_MODELS_SETTING]: false,
      'chat.agentHost.allowSignedOutWhenUsable': true,
    });
    assert.doesNotMatch(harnessSentence(signedIn), /signed out/u);
  });

  it('is said to use our models once the setting allows it', () => {
    assert.match(
      harnessSentence(editor({ [EXTENSION_MODELS_SETTING]: true })),
      /Copilot harness can use Longthread/u,
    );
  });

  it('is said not to reach our models from a remote window', () => {
    assert.match(harnessSentence(editor({ [EXTENSION_MODELS_SETTING]: true }, true)), /in a remote window/u);
  });
});
