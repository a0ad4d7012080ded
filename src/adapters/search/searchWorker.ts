import { serveCalls } from '../workers/serveCalls.ts';
import { searchLines, type SearchedFile, type SearchQuery } from './searchLines.ts';

/** The worker behind WorkerTextSearch. Ending its thread stops a pattern that runs forever. */
serveCalls(({ files, query, most }: SearchRequest) => searchLines(files, query, most));

/** A request to the search worker, which answers with FoundLines. */
export interface SearchRequest {
  readonly files: readonly SearchedFile[];
  readonly query: SearchQuery;
  readonly most: number;
}
