import { bash, edit, grep, read } from '../words/tools';
import { outlinedProject } from './outline';
import { say, think } from '../words/turn';

const database = `resource "postgres_instance" "ledger" {
  identifier                  = "ledger-\${var.environment}"
  engine                      = "postgres"
  engine_version              = "14.12"
  instance_class              = var.ledger_instance_class
  allocated_storage           = 500
  multi_az                    = var.environment == "production"
  backup_retention_period     = 14
  deletion_protection         = true
  performance_insights_enabled = true
}
`;

const alerts = `groups:
  - name: api
    rules:
      - alert: HighErrorRate
        expr: rate(http_requests_total{status=~"5.."}[5m]) > 0.01
        for: 1m
        labels:
          severity: page
        annotations:
          summary: "{{ $labels.service }} answers with errors"
`;

export const platformInfra = outlinedProject({
  name: 'platform-infra',
  outline: {
    'environments/staging/api.tf': 'api',
    'environments/staging/search.tf': 'search',
    'environments/production/api.tf': 'api_production',
    'modules/gateway/main.tf': 'gateway',
    'modules/queue/main.tf': 'queue',
    'modules/certificates/main.tf': 'certificates',
    'modules/dashboards/main.tf': 'dashboards',
    'modules/backup/main.tf': 'backup',
  },
  files: {
    'modules/ledger/database.tf': database,
    'alerts/api.yaml': alerts,
    'README.md': '# platform-infra\n\nClusters, databases, alerts and dashboards as code.\n',
  },
  routine: [
    [say('I check what the module pins.'), read('modules/ledger/database.tf')],
    grep('engine_version', 'modules/ledger/database.tf', 'modules/search/database.tf'),
    bash('terraform validate', 'Validate the configuration', {
      seconds: 4,
      out: 'Success! The configuration is valid.',
    }),
    [
      think(2, 'The rule pages after one minute. Deploys alone take longer than that to settle.'),
      read('alerts/api.yaml'),
    ],
    edit('alerts/api.yaml', '        for: 1m', '        for: 5m'),
    bash('promtool check rules alerts/*.yaml', 'Check the alert rules', {
      seconds: 2,
      out: 'Checking alerts/api.yaml\n  SUCCESS: 11 rules found',
    }),
    bash('kubectl --context staging get deploy -n api', 'Look at the staging deployments', {
      seconds: 2,
      out: 'NAME           READY   UP-TO-DATE   AVAILABLE   AGE\nledger-api     4/4     4            4           61d\nbooking-bff    3/3     3            3           61d\nsearch         6/6     6            6           40d',
    }),
    bash('terraform fmt -check -recursive', 'Check the formatting', { seconds: 1, out: '' }),
  ],
});
