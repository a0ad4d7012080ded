import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();

async function secretsIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** The value is joined from pieces, so that no text in this file looks like a real password. */
const word = ['kept', '7', 'Blue'].join('');

describe('A password in the arguments of a command', () => {
  for (const [before, after] of [
    // Oracle's logins
    ['sqlplus -S ann/', '@//db:1521/APP @run.sql'],
    ['sqlplus ann/', ''],
    ['sqlplus "sys/', '@db as sysdba"'],
    ['sqlplus ann/\\"', '\\"@db'],
    ['$ORACLE_HOME/bin/sqlplus -L -S ann/', '@db <<EOF'],
    ['sqlcl ann/', '@db:1521/app'],
    ['rman target sys/', '@db'],
    ['expdp ann/', '@db dumpfile=a.dmp'],
    ['sqlldr userid=ann/', ' control=a.ctl'],
    ['SQL> conn ann/', ''],
    ['CONNECT sys/', ' AS SYSDBA'],
    ['jdbc:oracle:thin:ann/', '@db:1521:app'],
    // options
    ['ssh-keygen -t ed25519 -N ', ' -f key'],
    ["ssh-keygen -p -P '", "' -N '' -f key"],
    ['plink -ssh -pw ', ' ann@db'],
    ['lftp -u ann,', ' sftp://db'],
    ['cf login -u ann -p ', ''],
    ['twine upload -u ann -p ', ' dist/lamp.whl'],
    ['poetry publish -u ann -p ', ''],
    ['poetry config http-basic.lamp ann ', ''],
    ['dotnet user-secrets set "Db:Key" "', '"'],
    ['mosquitto_pub -u ann -P ', ' -t lamp'],
    ['openssl enc -aes-256-cbc -k ', ' -in a -out b'],
    ['keytool -importkeystore -deststorepass ', ' -v'],
    ['security add-generic-password -a ann -s lamp -w ', ''],
    ["security unlock-keychain -p '", "' build.keychain"],
    ['gh secret set LAMP --body ', ' -R ann/lamp'],
    ['nmcli dev wifi connect home password ', ''],
    ['wpa_passphrase "my home" ', ''],
    ['net user ann ', ' /add'],
    ['net use Z: \\\\nas\\a ', ' /user:ann'],
    ['mysqladmin -u root password ', ''],
    // input
    ['docker login -u ann --password-stdin <<< ', ''],
    ['sudo -S apt update <<< ', ''],
    ['echo ', ' | sudo passwd --stdin ann'],
    ["echo -e '", "\\nq7Wd2\\n' | passwd ann"],
    ["printf '", "\\n' | helm registry login lamp.test -u ann --password-stdin"],
    ['echo ', ' | gpg --batch --passphrase-fd 0 -c a.txt'],
    // statements
    ['ALTER USER ann IDENTIFIED BY ', ';'],
    ["SET PASSWORD FOR 'ann'@'db' = '", "';"],
    ["SET PASSWORD = PASSWORD('", "');"],
  ] as const)
    it(`is found in “${before}…${after}”, also in a call’s JSON`, async () => {
      const text = before + word + after;
      assert.deepEqual(await secretsIn(text), [word]);
      assert.deepEqual(await secretsIn(JSON.stringify({ command: text })), [word]);
    });

  for (const text of [
    'sqlplus /nolog @scripts/run2.sql',
    'sqlplus ann@db @scripts/run2.sql',
    'sqlplus $NAME/$PASS2@db',
    'sqlplus ann/password@db',
    'sqlplus client/server',
    'exp a2/b3c4',
    'ssh-keygen -t ed25519 -N "" -f key2',
    'ssh-keygen -q -N "$PASS2" -f key2',
    'the .net user guide2 here',
    'net user ann /delete',
    'security find-generic-password -s lamp2 -w',
    'echo hello2 | gpg --clearsign',
    'echo hello2 | passwd-check',
    "printf 'a1b2c3\\n' | sort",
    "sudo tee /etc/lamp <<< 'hello2'",
    "gh pr create --body 'hello2'",
    'cf login -a https://api.test && cf push -p lamp2.jar',
    'users are identified by name2',
  ])
    it(`is not found in “${text}”`, async () => {
      assert.deepEqual(await secretsIn(text), []);
    });
});
