import assert from 'node:assert/strict';
import { ruleSentences } from '../../../../src/core/language/ruleSentences.ts';

/** Lasting rules with words that also occur in requests to continue: now, keep, stay, stop, wait, continue. */
const lastingRules = `
Never push to main now.
Do not change the public API right now.
Always use the new client now.
We're going with Postgres now.
Keep it up to date.
Keep them up to date with the docs.
Keep this up-to-date.
Stay on this branch.
Stay on this version of React.
Tokens must now be sent in the header.
Passwords must now have at least 12 characters.
Requests must continue, even when logging fails.
Stop committing and pushing without asking.
Stop adding and removing comments.
Keep string and number ids apart.
Keep testing on Node 18.
Keep signing the commits.
Keep caching on.
Keep it compiling on Node 18.
Keep it building on Windows.
Keep it loading under 100 ms.
Keep them running in parallel.
Keep logging on in production.
Keep testing it in Chrome and Firefox.
Keep rendering the list sorted.
Don't wait until the end to run the tests.
Never stop until you have run the tests.
Don't pause before each step.
Leave it and its tests alone.
Leave that and the tests as they are.
Remember when you write SQL to use placeholders.
Remember where possible to use const.
Do not use any mocks right now.
Don't touch the schema right now.
Don't change the public API now.
We won't support Windows now.
I decided on SQLite now.
Keep spelling the name with a u.
Never wait for the network in tests.
Don't stop the server before the tests are done.
Please never deploy on Fridays now.
No more default exports, we use named ones now, not default ones.
Every endpoint must now check the token.
All dates must be in UTC now.
Everything must go through the queue now.
Please always run the linter now.
Please keep writing a changelog entry for each change.
Keep building on the old compiler.
Keep polling on until the queue is empty.
Please keep pinning the versions exactly.
Keep escaping the user's input.
Keep this working under Python 3.8.
Keep it passing with strict types.
Keep these going through the proxy.
Stay on Node 18 until I say otherwise.
Stay on this until the release is out.
Please stay on it, no new features.
Just stay within src/.
Stop adding comments, damn it.
Stop guessing and just ask me.
Stop touching the bloody config.
Please stop rewriting and reformatting files.
For god's sake, stop making up names, never do that.
Don't wait for me before running the tests.
Don't wait here for input in the scripts.
Never wait, always use a timeout.
Don't pause until all of a stage is done.
Don't hesitate to ask me.
Never give up a lock before the write is done.
Don't quit the editor until the files are saved.
Don't merge until I have looked at it.
Wait for my approval before merging.
Always wait until the build is green.
You must stop and ask before deleting anything.
You must never wait longer than a second.
The import must continue when a line is broken.
The job must proceed with the remaining files.
Leave this and that folder untouched.
Keep looking out for secrets in the logs.
Keep fixing bugs with a test first.
Keep fixing the tests before you commit.
Keep looking for a library before you write code.
Don't stop asking me about the schema.
Don't give up on strict types.
Let's go with part 2.
Let's go with option 2 now.
Let's use tabs now.
不要停，直到我说可以
不要停用旧灯
レビューが終わるまで止めないで
jangan berhenti sebelum tes selesai
n'arrête pas avant d'avoir lancé les tests`
  .trim()
  .split('\n');

describe('A request to continue the work', () => {
  it('is not found in a lasting rule with words such as “now”, “keep”, “stay”, “stop” or “wait”', () => {
    assert.deepEqual(
      lastingRules.filter((text) => ruleSentences(text)[0]?.text !== text),
      [],
    );
  });

  /** Pairs of a request to continue and a lasting rule with similar words. */
  const pairs: readonly (readonly [once: string, standing: string])[] = [
    ['Keep fixing the failing tests.', 'Keep fixing the tests before you commit.'],
    ['ok keep digging', 'Keep caching.'],
    ['keep digging until you find it', 'Keep naming consistent.'],
    ['keep looking', 'Keep everything the same.'],
    ['keep at it', 'Keep it running.'],
    ['Do not stop now.', 'Do not stop the harbour service.'],
    ["please don't give up", "Don't stop until it is green, and never push."],
    ['stop waiting and go on', 'Stop guessing and go by the docs.'],
    ['leave it and move on', 'Leave it as it is.'],
    ['You must continue with step 3.', 'You must continue to sign each page.'],
    ["let's go with step 2", "Let's go with option 2."],
    ['不要停', '不要停用旧灯'],
    ['止めないでください', '旧灯は消さないで'],
    ['jangan berhenti dulu', 'jangan berhenti memakai lampu lama'],
    ["n'arrête pas", "n'arrête jamais le service"],
  ];
  for (const [once, lasting] of pairs) {
    it(`such as “${once}” is not a rule, unlike “${lasting}”`, () => {
      assert.deepEqual(
        [once, lasting].map((text) => ruleSentences(text).map((found) => found.text)),
        [[], [lasting]],
      );
    });
  }
});
