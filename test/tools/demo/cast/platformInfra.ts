import { haiku } from '../client/models';
import type { Part } from '../play';
import { platformInfra } from '../projects/platformInfra';
import { seconds } from '../script';
import { launch, notified } from '../words/background';
import { mode, plan, requestBash } from '../words/dialogs';
import { curtain, start } from '../words/life';
import { look, work } from '../words/routine';
import { bash, edit } from '../words/tools';
import { prompt, say, stop, think } from '../words/turn';
import { pause } from '../words/woken';

const upgradePlan = `# Upgrade the ledger database to PostgreSQL 16

1. Restore last night's snapshot as \`ledger-pg16-trial\` and upgrade that.
2. Replay one hour of production reads; compare the slowest 50 plans.
3. Upgrade staging, run the nightly jobs once.
4. Production on Sunday 04:00 UTC, read-only for about six minutes.

Way back: the snapshot of 03:55 UTC; decide by 04:30 UTC.
`;

const terraformPlan = bash(
  'terraform plan -var environment=staging -out=pg16.tfplan',
  'Plan the upgrade for staging',
  {
    seconds: 41,
    out: 'Plan: 0 to add, 2 to change, 0 to destroy.\n\n  ~ engine_version = "14.12" -> "16.4"\n  ~ parameter_group = "ledger-14" -> "ledger-16"',
  },
);

const postgres: Part = {
  id: 'postgres-16',
  resultTokens: [4000, 9000],
  project: platformInfra,
  branch: 'chore/postgres-16',
  aiTitle: 'Upgrade PostgreSQL to 16',
  opening: [
    start,
    prompt(
      'Upgrade the ledger database to PostgreSQL 16. Staging first, and tell me the downtime to announce.',
    ),
    work(6),
    requestBash(
      './scripts/restore-snapshot.sh ledger staging-copy',
      'Restore last night’s snapshot beside staging',
      { after: 9 * 60, seconds: 9 * 60, out: 'restored 412 GB in 8m 52s' },
    ),
    work(7),
    requestBash(
      './scripts/upgrade-copy.sh staging-copy 16.4',
      'Upgrade the copy, with a stop watch',
      { after: 4 * 60, seconds: 10 * 60, out: 'upgraded in 9m 31s, not reachable for 3m 40s' },
    ),
    edit('modules/ledger/database.tf', '"14.12"', '"16.4"'),
    work(3),
    curtain(0),
    terraformPlan,
    think(4, 'Two changes in place, nothing destroyed. The parameter group needs a reboot.'),
    bash(
      'terraform show -json pg16.tfplan | jq ".resource_changes[].change.actions"',
      'Check that nothing is replaced',
      { seconds: 5, out: '[\n  "update"\n]\n[\n  "update"\n]' },
    ),
    terraformPlan,
    say('Nothing is replaced. Applying it reboots the staging database.'),
    requestBash('terraform apply pg16.tfplan', 'Apply the upgrade to staging', {
      after: 90,
      seconds: 48,
      out: 'Apply complete! Resources: 0 added, 2 changed, 0 destroyed.',
    }),
    bash('psql "$STAGING_DATABASE_URL" -c "select version()"', 'Ask staging for its version', {
      seconds: 2,
      out: ' PostgreSQL 16.4 on x86_64-pc-linux-gnu',
    }),
    stop(
      'Staging runs 16.4. It was unreachable for 3 minutes 40 seconds; I would announce ten minutes for production.',
    ),
    pause(seconds(30)),
  ],
  scenes: [
    [
      mode('plan'),
      prompt('Write down the plan for production so that the others can comment.'),
      work(5),
      plan('postgres-16-production', upgradePlan, { after: 80 }),
      work(4),
      stop(
        'The plan is in docs/changes/postgres-16.md, with the commands and the point of no return.',
      ),
      pause(seconds(45)),
    ],
    [
      mode('default'),
      prompt('Compare the slowest plans on staging before and after.'),
      bash(
        './scripts/compare-plans.sh --before 14 --after 16 --top 50',
        'Compare the fifty slowest plans',
        {
          seconds: 37,
          out: '48 same or faster, 2 slower\n  payouts_open:  +18 % (now a hash join)\n  entries_by_day: +4 %',
        },
      ),
      terraformPlan,
      stop(
        '48 of 50 are the same or faster. payouts_open is 18 % slower; an index on (merchant_id, status) brings it back. Do you want me to add it in this change?',
      ),
      pause(seconds(35)),
    ],
  ],
};

const alerts: Part = {
  id: 'alert-noise',
  resultTokens: [2500, 6000],
  project: platformInfra,
  branch: 'fix/alert-noise',
  aiTitle: 'Stop paging for deploys',
  opening: [
    start,
    prompt(
      'Find the alerts that fire during deploys and propose new thresholds. We were paged eleven times last week and acted once.',
    ),
    work(9),
    launch({
      type: 'general-purpose',
      description: 'Query a week of alerts',
      prompt:
        'Export last week’s alert history and count which alerts fired within ten minutes of a deploy.',
      model: haiku,
      does: [
        look(4),
        curtain(0),
        requestBash(
          'curl -s "$METRICS_URL/api/v1/query_range?query=ALERTS&start=-7d&step=60s" -o /tmp/alerts.json',
          'Export a week of alert history',
          { after: 70, seconds: 6 },
        ),
        look(5),
      ],
      reports:
        '9 of 11 pages fell within eight minutes of a deploy; HighErrorRate alone made seven.',
    }),
    stop('An agent counts last week’s alerts against the deploy log.'),
    notified,
    edit('alerts/api.yaml', '        for: 1m', '        for: 5m'),
    work(4),
    stop(
      'Nine of eleven pages came from deploys. HighErrorRate now waits five minutes and pauses while a rollout is in progress; replayed on last week, that leaves two pages, one of them real.',
    ),
    pause(seconds(40)),
  ],
  scenes: [
    [
      prompt('Do the same for the queue alerts.'),
      launch({
        type: 'Explore',
        description: 'Read the queue alert rules',
        prompt:
          'Which queue alerts exist, and what would have fired last week with a five-minute wait?',
        model: haiku,
        does: [look(6), pause(seconds(10)), look(6)],
        reports: 'Four queue alerts; with five minutes, one of six would have fired.',
      }),
      stop('The agent is reading the rules.'),
      notified,
      work(5),
      stop(
        'The queue alerts wait five minutes as well; one of last week’s six remains, and it was real.',
      ),
      pause(seconds(50)),
    ],
    [
      prompt('Roll it out to staging.'),
      requestBash(
        'kubectl --context staging apply -f alerts/',
        'Apply the alert rules to staging',
        {
          after: 52,
          seconds: 3,
          out: 'prometheusrule/api configured\nprometheusrule/queues configured',
        },
      ),
      stop('Staging has the new rules; production follows with tomorrow’s release.'),
      pause(seconds(60)),
    ],
  ],
};

export const platformInfraCast: readonly Part[] = [postgres, alerts];
