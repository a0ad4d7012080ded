import { serveCalls } from '../workers/serveCalls.ts';
import type { SearchRequest } from './searchCalls.ts';
import { searchLines } from './searchLines.ts';

/** The worker behind WorkerTextSearch: a pattern that never ends is ended with its thread. */
serveCalls(({ files, query, most }: SearchRequest) => searchLines(files, query, most));
