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

export default { meta: { name: 'longthread' }, rules: { 'restricted-syntax': restrictedSyntax } };
