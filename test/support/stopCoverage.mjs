import { stopCoverage } from 'node:v8';

// A worker loads sources in another form than the main thread does; reports of both for one file can't be added up.
stopCoverage();
