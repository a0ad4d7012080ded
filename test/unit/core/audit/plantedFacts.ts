import type { FactKind } from '../../../../src/core/audit/standingFacts.ts';

/** A fact of a made-up session, and a sentence of a summary that states the fact in other words. */
export interface PlantedFact {
  readonly kind: FactKind;
  readonly line: string;
  /** The output of a failed command. */
  readonly why?: string;
  readonly inOtherWords: string;
}

const RULES: readonly (readonly [line: string, inOtherWords: string])[] = [
  ['Never push to the release branch.', 'Pushes to the release branch are forbidden by the user.'],
  ['Always run the linter before you commit.', 'The linter has to be run ahead of each commit.'],
  [
    "Don't add new dependencies without asking me.",
    'New dependencies need the permission of the user; ask first.',
  ],
  ['Always use tabs for indentation in the Go service.', 'Go service: indentation is done with tabs.'],
  ['Never log customer email addresses.', 'Email addresses of a customer must stay out of every log.'],
  [
    'Keep the public API backwards compatible.',
    'Backwards compatibility of the public API has to be preserved.',
  ],
  ["Don't touch the generated protobuf files.", 'Generated protobuf files are off limits.'],
  ['Always write migrations that can be rolled back.', 'Each migration must have a rollback; write them so.'],
  ['Prices must be stored as integer cents.', 'Integer cents are how prices get stored.'],
  [
    'Never mock the database in integration tests.',
    'Integration testing goes against a real database, with no mocks.',
  ],
  [
    "Don't use default exports in this repo.",
    'In this repo only named exports; default exports are not wanted.',
  ],
  ['Always answer me in British English.', 'The assistant answers in British English.'],
  ['The nightly backup must never be disabled.', 'Disabling the nightly backup is not allowed.'],
  ['Never store passwords in the browser session.', 'Passwords are not to be stored in a browser session.'],
  [
    "Don't rename the invoice columns, accounting depends on them.",
    'Accounting depends on the invoice columns, so their names stay.',
  ],
  ['Always keep the changelog sorted by date.', 'Changelog entries stay sorted by their date.'],
];

const DECISIONS: readonly (readonly [line: string, inOtherWords: string])[] = [
  ["We'll use Redis streams for the notification queue.", 'Notification queue: built on Redis streams.'],
  ['I decided to cache exchange rates for one hour.', 'Exchange rates get cached for an hour.'],
  [
    'We decided to split the importer into two worker processes.',
    'The importer was split; it now has two workers.',
  ],
  ["Let's use optimistic locking for stock updates.", 'Stock updates rely on optimistic locks.'],
  ['I chose cursor pagination for the order listing.', 'Order listing pages by cursor (cursor pagination).'],
  [
    "We'll use feature flags to hide the loyalty programme.",
    'The loyalty programme is hidden behind feature flags.',
  ],
  [
    'We opted for server-side rendering of the product catalogue.',
    'Product catalogue: rendered on the server side.',
  ],
  ['I decided to retry webhooks with exponential backoff.', 'Webhook retries back off exponentially.'],
];

const FILES: readonly (readonly [line: string, inOtherWords: string])[] = [
  ['/srv/shop/src/payments/refundPolicy.ts', 'Changed how refunds work in `refundPolicy`.'],
  ['/srv/shop/src/cart/discounts.ts', 'discounts.ts got a new branch for vouchers.'],
  ['/srv/shop/db/migrations/0042_orders.sql', 'Edited the migration 0042_orders.sql.'],
  ['/srv/shop/src/mail/templates.tsx', 'Touched src/mail/templates.tsx.'],
  ['/srv/shop/infra/terraform/network.tf', 'network.tf: opened a port.'],
  ['/srv/shop/src/search/indexer.go', 'The indexer.go file was modified.'],
  ['/srv/shop/test/checkoutFlow.spec.ts', 'checkoutFlow.spec.ts was extended.'],
  ['/srv/shop/docs/onboarding.md', 'Rewrote onboarding.md.'],
];

const FAILURES: readonly (readonly [line: string, why: string, inOtherWords: string])[] = [
  [
    'npm run test:payments',
    'TypeError: currency.round is not a function',
    'The payments tests fail with a TypeError: currency.round is no function.',
  ],
  [
    'go vet ./warehouse/...',
    'warehouse/pick.go:31: unreachable code after return',
    'go vet finds unreachable code in warehouse/pick.go.',
  ],
  [
    'terraform plan -out=staging.plan',
    'Error: Unsupported argument "subnet_groups"',
    'terraform plan still fails for staging (unsupported argument).',
  ],
  [
    'docker build -t shop-frontend .',
    'ERROR: failed to solve: node:19-slim: not found',
    'The docker build of shop-frontend fails, since node:19-slim is not found.',
  ],
  [
    'psql -f seeds/vouchers.sql',
    'ERROR: duplicate key value violates unique constraint "vouchers_code_key"',
    'Seeding the vouchers failed: a duplicate key against vouchers_code_key.',
  ],
  [
    'npx playwright test wishlist',
    'Error: Timed out waiting for selector .wishlist-heart',
    'The playwright wishlist test fails: it times out waiting for .wishlist-heart.',
  ],
  [
    'cargo clippy --manifest-path=pricing/Cargo.toml',
    'error: this loop never actually loops',
    'clippy reports an error in pricing: a loop that never loops.',
  ],
  [
    'helm upgrade shop charts/shop',
    'Error: UPGRADE FAILED: timed out waiting for the condition',
    'helm upgrade failed (timed out waiting for a condition).',
  ],
];

/** All planted facts, by kind. */
export const PLANTED: readonly PlantedFact[] = [
  ...RULES.map(([line, inOtherWords]) => ({ kind: 'rule', line, inOtherWords }) as const),
  ...DECISIONS.map(([line, inOtherWords]) => ({ kind: 'decision', line, inOtherWords }) as const),
  ...FILES.map(([line, inOtherWords]) => ({ kind: 'file', line, inOtherWords }) as const),
  ...FAILURES.map(([line, why, inOtherWords]) => ({ kind: 'failure', line, why, inOtherWords }) as const),
];
