import type { SearchedFile, SearchQuery } from './searchLines.ts';

/** A request to the search worker, which answers with FoundLines. */
export interface SearchRequest {
  readonly files: readonly SearchedFile[];
  readonly query: SearchQuery;
  readonly most: number;
}
