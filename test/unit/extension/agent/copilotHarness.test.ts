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

describe('The sentence about the editor’s Copilot harness', () => {
  it('is empty if the editor has no Copilot harness', () => {
    assert.equal(harnessState(editor({})), 'absent');
    assert.equal(harnessSentence(editor({})), '');
  });

  it('names each setting to turn on: one for Longthread’s models, and one for use while signed out', () => {
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

  it('suggests “Local” or “Copilot” if the setting for Longthread’s models is on', () => {
    assert.match(
      harnessSentence(editor({ [EXTENSION_MODELS_SETTING]: true })),
      /choose “Local” or “Copilot”/u,
    );
  });

  it('says that the harness can’t use Longthread’s models in a remote window', () => {
    assert.match(harnessSentence(editor({ [EXTENSION_MODELS_SETTING]: true }, true)), /in a remote window/u);
  });
});
