import { serveCalls } from '../workers/serveCalls.ts';
import { searchLines, type SearchedFile, type SearchQuery } from './searchLines.ts';

/** The worker thread of WorkerTextSearch. A pattern that runs forever is stopped by terminating the thread. */
serveCalls(({ files, query, most }: SearchRequest) => searchLines(files, query, most));

/** A request to the search worker, which answers with FoundLines. */
export interface SearchRequest {
  readonly files: readonly SearchedFile[];
  readonly query: SearchQuery;
  readonly most: number;
}
