"""What has arrived is what was sent. Run `catbird run shop.yaml --record run.json` and the pipeline first."""

import json
import subprocess


def verified(*arguments):
    """The tables of `catbird verify --json` by their names."""
    command = ['catbird', 'verify', *arguments, '--json']
    ran = subprocess.run(command, capture_output=True, text=True)
    # 0: right, 99: wrong. Anything else is no verdict.
    assert ran.returncode in (0, 99), ran.stderr
    report = json.loads(ran.stdout)
    assert report['version'] == 1
    return {table['name']: table for table in report['tables']}


def test_shipped_orders():
    shipped = verified('shop.yaml', '--record', 'run.json')['shipped']
    wrong = {check['name']: check['rows'] for check in shipped['checks'] if check['verdict'] == 'wrong'}
    causes = {
        column['column']: [cause['text'] for cause in column['causes']] for column in shipped['changed']
    }
    missing = [pattern['text'] for pattern in shipped['missing']['patterns']]
    assert not wrong, f'{wrong}, changed {causes}, missing {missing}'
