import type { SearchedFile, SearchQuery } from './searchLines.ts';

/** What the search worker is asked for; it answers with FoundLines. */
export interface SearchRequest {
  readonly files: readonly SearchedFile[];
  readonly query: SearchQuery;
  readonly most: number;
}
