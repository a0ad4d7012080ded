/** ESLint's rule no-restricted-syntax, which oxlint lacks. Its option is a list of `{ selector, message }`. */
const restrictedSyntax = {
  meta: { schema: [{ type: 'array' }] },
  create: (context) =>
    Object.fromEntries(
      context.options[0].map(({ selector, message }) => [
        selector,
        (node) => {
          context.report({ node, message });
        },
      ]),
    ),
};

/**
 * Reports comments with a line of more characters than the option, except comments after code and lines with a URL,
 * which can't be wrapped.
 */
const commentWidth = {
  meta: { schema: [{ type: 'integer' }] },
  create: (context) => ({
    Program: () => {
      const [most] = context.options;
      const { lines } = context.sourceCode;
      for (const { loc } of context.sourceCode.getAllComments())
        for (let line = loc.start.line; line <= loc.end.line; line++) {
          const text = lines[line - 1];
          if (text.length <= most || /https?:/.test(text) || !/^\s*(?:\/[/*]|\*)/.test(text)) continue;
          const message = `Wrap this comment: the line has more than ${most} characters.`;
          context.report({
            loc: { start: { line, column: most }, end: { line, column: text.length } },
            message,
          });
        }
    },
  }),
};

export default {
  meta: { name: 'longthread' },
  rules: { 'restricted-syntax': restrictedSyntax, 'comment-width': commentWidth },
};
