import { bash, edit, grep, read } from '../words/tools';
import { outlinedProject } from './outline';
import { say, think } from '../words/turn';

const outbox = `class Outbox(
    private val database: OutboxDatabase,
    private val api: CourierApi,
) {
    suspend fun send(scan: ParcelScan) {
        try {
            api.post(scan)
        } catch (error: IOException) {
            database.scans().insert(scan.toEntity())
        }
    }

    suspend fun flush() {
        for (entity in database.scans().oldestFirst()) {
            api.post(entity.toScan())
            database.scans().delete(entity)
        }
    }
}
`;

const worker = `class FlushWorker(context: Context, parameters: WorkerParameters) :
    CoroutineWorker(context, parameters) {

    override suspend fun doWork(): Result =
        try {
            outbox.flush()
            Result.success()
        } catch (error: IOException) {
            Result.retry()
        }
}
`;

export const courierApp = outlinedProject({
  name: 'courier-android',
  outline: {
    'app/src/main/java/route/RouteViewModel.kt': 'RouteViewModel',
    'app/src/main/java/scan/ScanViewModel.kt': 'ScanViewModel',
    'app/src/main/java/scan/CameraScanner.kt': 'CameraScanner',
    'app/src/main/java/proof/ProofOfDelivery.kt': 'ProofOfDelivery',
    'app/src/main/java/location/LocationPolicy.kt': 'LocationPolicy',
    'app/src/main/java/outbox/OutboxDatabase.kt': 'OutboxDatabase',
    'app/src/main/java/damage/DamageReport.kt': 'DamageReport',
    'app/src/main/java/sync/SyncSchedule.kt': 'SyncSchedule',
  },
  files: {
    'app/src/main/java/outbox/Outbox.kt': outbox,
    'app/src/main/java/outbox/FlushWorker.kt': worker,
    'README.md':
      '# courier-android\n\nThe drivers’ app: routes, scans, proof of delivery, offline first.\n',
  },
  routine: [
    [
      say('The outbox decides what survives a dead zone.'),
      read('app/src/main/java/outbox/Outbox.kt'),
    ],
    read('app/src/main/java/outbox/FlushWorker.kt'),
    grep('Outbox\\(', 'app/src/main/java/di/AppModule.kt', 'app/src/test/java/OutboxTest.kt'),
    [
      think(
        3,
        'A scan that the server refuses blocks everything behind it: flush stops at the first exception.',
      ),
      bash('./gradlew :app:testDebugUnitTest --tests "*Outbox*"', 'Run the outbox tests', {
        seconds: 9,
        out: 'OutboxTest > keeps a scan when the network is gone PASSED\nOutboxTest > sends the oldest first PASSED\n\nBUILD SUCCESSFUL in 14s\n31 actionable tasks: 4 executed, 27 up-to-date',
      }),
    ],
    edit(
      'app/src/main/java/outbox/Outbox.kt',
      '            api.post(entity.toScan())\n            database.scans().delete(entity)',
      '            when (val answer = api.post(entity.toScan())) {\n                is Accepted -> database.scans().delete(entity)\n                is Refused -> database.scans().park(entity, answer.reason)\n            }',
    ),
    bash('./gradlew ktlintCheck', 'Lint', { seconds: 5, out: 'BUILD SUCCESSFUL in 4s' }),
    bash('git log --oneline -3', 'Recent history', {
      seconds: 1,
      out: 'e41b0aa Show how many scans wait to be sent\n0d9cc13 Move the outbox to Room\n7f22b8e Ask for the camera only when scanning',
    }),
  ],
});
