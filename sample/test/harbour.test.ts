import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Harbour } from '../src/harbour.ts';
import { parseTime } from '../src/time.ts';

test('a boat that stays longer than another finds the berth taken', () => {
  const harbour = new Harbour(1);
  harbour.load('Petrel, 1, 10:00, 11:00');
  assert.equal(harbour.book('Grebe', parseTime('09:00'), parseTime('12:00')), undefined);
});

test('the timetable lists arrivals in order', () => {
  const harbour = new Harbour(2);
  harbour.load('Petrel, 1, 10:05, 11:00\nGrebe, 2, 09:30, 12:00');
  assert.equal(harbour.timetable(), '09:30 Grebe (berth 2)\n10:05 Petrel (berth 1)');
});
