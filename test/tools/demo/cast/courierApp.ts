import { haiku } from '../client/models';
import type { Part } from '../play';
import { courierApp } from '../projects/courierApp';
import { minutes, seconds } from '../script';
import { delegate } from '../words/background';
import { ask, requestBash } from '../words/dialogs';
import { curtain, start } from '../words/life';
import { look, work } from '../words/routine';
import { bash, edit } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const outbox: Part = {
  id: 'outbox',
  resultTokens: [8000, 15_000],
  project: courierApp,
  branch: 'feat/offline-outbox',
  aiTitle: 'Scans survive refused uploads',
  opening: [
    start,
    prompt(
      'Park scans that the server refuses instead of blocking the outbox. Keep sending the rest and show the driver what is parked.',
    ),
    work(6),
    requestBash(
      './gradlew :app:connectedDebugAndroidTest --tests "*Outbox*"',
      'Run the outbox tests on the device',
      { after: 4 * 60, seconds: 8 * 60, out: 'BUILD SUCCESSFUL in 7m 48s' },
    ),
    work(6),
    curtain(0),
    say('Before I change the order of sending I want to know who relies on it.'),
    delegate({
      type: 'Explore',
      description: 'Who relies on scan order',
      prompt:
        'Find every consumer of the outbox that assumes scans arrive in the order they were made.',
      model: haiku,
      does: [look(5), pause(seconds(16)), look(6), pause(seconds(18)), look(3)],
      reports: 'Only proof of delivery relies on order, and only within one parcel.',
    }),
    think(
      4,
      'Order per parcel, then. Parking has to take the later scans of the same parcel along.',
    ),
    edit(
      'app/src/main/java/outbox/Outbox.kt',
      '            api.post(entity.toScan())\n            database.scans().delete(entity)',
      '            when (val answer = api.post(entity.toScan())) {\n                is Accepted -> database.scans().delete(entity)\n                is Refused -> database.scans().park(entity.parcelId, answer.reason)\n            }',
    ),
    work(5),
    stop(
      'Refused scans are parked together with later ones of the same parcel; everything else goes on. The driver sees a count with the reasons.',
    ),
    pause(seconds(65)),
  ],
  scenes: [
    [
      prompt('Test it on the emulator with the network going up and down.'),
      requestBash(
        'adb shell svc wifi disable && adb shell svc data disable',
        'Cut the emulator’s network',
        { after: 38, seconds: 3 },
      ),
      bash(
        './gradlew connectedDebugAndroidTest -Pclass=OutboxFlightTest',
        'Run the outbox test on the emulator',
        { seconds: 33, out: 'OutboxFlightTest > 200 scans through six network drops PASSED' },
      ),
      stop(
        '200 scans through six drops: all arrive, the three refused ones are parked with their reason.',
      ),
      pause(seconds(35)),
    ],
    [
      prompt('How should the driver resolve a parked scan?'),
      think(5, 'A driver in a hurry must not lose data with one tap.'),
      ask(
        { after: 72 },
        {
          question: 'What can a driver do with a parked scan?',
          header: 'Parked',
          options: {
            'Retry only': 'Safe; dispatch resolves the rest by phone',
            'Retry or discard': 'Discard asks for a reason and is reported',
          },
          answer: 'Retry or discard',
        },
      ),
      work(6),
      stop(
        'Parked scans can be retried or discarded; a discard asks why and reports it to dispatch.',
      ),
      pause(seconds(40)),
    ],
  ],
};

const release: Part = {
  id: 'release-4-12',
  resultTokens: [3000, 8000],
  project: courierApp,
  branch: 'release/4.12',
  name: 'release 4.12',
  opening: [
    start,
    prompt(
      'Prepare release 4.12: bump the version, collect the changes for the store text, build the bundle.',
    ),
    work(9),
    requestBash(
      './gradlew publishReleaseBundle --track production',
      'Publish the bundle to the production track',
      { verdict: 'denied', after: 12 },
    ),
    curtain(minutes(22)),
    pause(seconds(95)),
    prompt('Internal track first, always. Publish it there and stop.'),
    requestBash(
      './gradlew publishReleaseBundle --track internal',
      'Publish the bundle to the internal track',
      { after: 41, seconds: 24, out: 'Uploaded app-release.aab (38.2 MB) to track internal' },
    ),
    stop('4.12 is on the internal track. I stop here; production needs your word.'),
    pause(seconds(45)),
  ],
  scenes: [
    [
      prompt('Two testers report a crash on start. Look at the traces.'),
      bash('./scripts/crashes.sh --version 4.12 --limit 20', 'Fetch the latest crashes', {
        seconds: 9,
        out: 'java.lang.IllegalStateException: Migration 14→15 not found\n  at androidx.room.RoomOpenHelper\n  7 devices, all upgraded from 4.10',
      }),
      work(6),
      stop(
        'Devices that skipped 4.11 have no migration from 14 to 15. I added it with a test that opens a 4.10 database.',
      ),
      pause(seconds(40)),
    ],
    [
      prompt('Rebuild and publish internally again.'),
      bash('./gradlew bundleRelease', 'Build the bundle', {
        seconds: 29,
        out: 'BUILD SUCCESSFUL in 1m 12s',
      }),
      requestBash(
        './gradlew publishReleaseBundle --track internal',
        'Publish the bundle to the internal track',
        { after: 47, seconds: 18, out: 'Uploaded app-release.aab (38.2 MB) to track internal' },
      ),
      stop(
        'Build 4.12 (2) is on the internal track; the upgrade from 4.10 works on all three test devices. Shall I write to the testers?',
      ),
      pause(seconds(50)),
    ],
  ],
};

export const courierAppCast: readonly Part[] = [outbox, release];
