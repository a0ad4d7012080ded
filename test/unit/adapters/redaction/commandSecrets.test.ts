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
    ['oc --insecure-skip-tls-verify=true --kubeconfig=/a/b login https://a.test:6443 -u ann -p ', ''],
    ['docker \\\n  login -u ann -p ', ''],
    ['twine upload \\\n  -u ann -p ', ' dist/lamp.whl'],
    ['7z a C:\\new\\lamp.7z -p', ''],
    ['poetry config http-basic.lamp ann ', ''],
    ['dotnet user-secrets set "Db:Key" "', '"'],
    ['dotnet user-secrets set --id abc KEY ', ''],
    ['dotnet user-secrets set --project src/Api Db:Path ', ' -v'],
    ['mosquitto_pub -u ann -P ', ' -t lamp'],
    ['openssl enc -aes-256-cbc -k ', ' -in a -out b'],
    ['keytool -importkeystore -deststorepass ', ' -v'],
    ['security add-generic-password -a ann -s lamp -w ', ''],
    ["security unlock-keychain -p '", "' build.keychain"],
    ['gh secret set LAMP --body ', ' -R ann/lamp'],
    ['nmcli dev wifi connect home password ', ''],
    ['nmcli dev wifi connect "my home" password \'', "' ifname wlan0"],
    ['wpa_passphrase "my home" ', ''],
    ['wpa_passphrase home ', ''],
    ['net user ann ', ' /add'],
    ['net use Z: \\\\nas\\a ', ' /user:ann'],
    ['mysqladmin -u root password ', ''],
    ['mysqladmin password ', ''],
    ['net user ann ', ' /ADD'],
    ['net user ann ', ' /homedir:C:\\ann'],
    ['schtasks /Create /RU ann /RP ', ' /TN lamp'],
    ['dotnet user-secrets set Smtp:Pass ', ''],
    // input
    ['docker login -u ann --password-stdin <<< ', ''],
    ['sudo -S apt update <<< ', ''],
    ['sudo -Sk apt update <<< ', ''],
    ["sudo -u root -Sp '' ls <<< ", ''],
    ['gpg --batch --passphrase-fd 0 -c a.txt <<< ', ''],
    ['gpg -c --passphrase-fd 0<<<', ''],
    ...['-Sk ls', "-Sp '' -u root ls", '-Sv', '-SE ls', '-Su postgres ls', '-u root -S ls', '--stdin ls'].map(
      (options) => ['echo ', ` | sudo ${options}`] as const,
    ),
    ['echo ', ' | sudo passwd --stdin ann'],
    ["echo -e '", "\\nq7Wd2\\n' | passwd ann"],
    ["printf '", "\\n' | helm registry login lamp.test -u ann --password-stdin"],
    ['echo ', ' | gpg --batch --passphrase-fd 0 -c a.txt'],
    ['echo ', ' | gpg --batch --passphrase-file /dev/stdin'],
    ['echo ', ' | openssl enc -aes256 -pass stdin'],
    // statements
    ['connect ann/', '@db'],
    ['SQL> connect ann/', '@dev'],
    ['SQL> connect ann/', '@main'],
    ['conn ann/', '@latest'],
    ['connect ann/', '@main as sysdba'],
    ['connect ann/', '@dev'],
    ['connect system/', '@main'],
    ['ALTER USER ann IDENTIFIED BY ', ';'],
    ['CREATE USER IF NOT EXISTS ann IDENTIFIED BY ', ';'],
    ['GRANT CONNECT, RESOURCE TO ann IDENTIFIED BY ', ';'],
    ['CREATE DATABASE LINK lamp CONNECT TO ann\nIDENTIFIED BY ', ''],
    ['alter user ann identified by "', '"'],
    ['ALTER ROLE ann PASSWORD "', '"'],
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
    'net user ann /active:no7 /expires:never',
    'security find-generic-password -s lamp2 -w',
    'echo hello2 | gpg --clearsign',
    'echo hello2 | passwd-check',
    'echo hello2 | sudo -E curl -sS https://a.test',
    'echo hello2 | sudo -u ann curl -sS https://a.test',
    "printf 'a1b2c3\\n' | sort",
    "sudo tee /etc/lamp <<< 'hello2'",
    "gh pr create --body 'hello2'",
    'cf login -a https://api.test && cf push -p lamp2.jar',
    'users are identified by name2',
    'We grant access to users identified by their email address.',
    'Grant access to users identified by user_name.',
    'Clients connect to servers identified by hostname.',
    'Grant access to users\nidentified by name2',
    'connect github/copilot2@main',
    'connect apps/web@1.2.3',
    'GET /api?userid=123/profile2',
    'userid=550/2024-01-15',
    'sqlplus db/schema_v2.sql',
    'CREATE USER ann IDENTIFIED BY RANDOM PASSWORD',
    'ALTER USER ann IDENTIFIED BY :new_pw',
    // Sentences with a command's name
    'Use mysqladmin to change the root password after installing',
    'mysqladmin: refused, the new password must contain digits',
    'mysqladmin password changed? Yes',
    'nmcli -a dev wifi connect home  # prompts for the password interactively',
    'The wpa_passphrase command generates a PSK',
    '$ wpa_passphrase\nusage: wpa_passphrase <ssid> [passphrase]',
    'net user experience changed /settings',
    'dotnet user-secrets set Cache:Bypass Always',
    'dotnet user-secrets set "Logging:Level" "Information"',
    // Another command on the next line
    'twine check dist/*\nmkdir -p build2/out',
    'security unlock-keychain a\nmkdir -p build2/out',
    'poetry publish -u ann\r\nmkdir -p build2/out',
    'mosquitto_sub -t a\nls -P b2c',
    'openssl enc -d\nls -k b2c',
  ])
    it(`is not found in “${text}”, also in a call’s JSON`, async () => {
      const call = JSON.stringify({ command: text });
      for (const each of [text, call, JSON.stringify({ arguments: call })])
        assert.deepEqual(await secretsIn(each), [], each);
    });

  for (const before of [
    'wpa_passphrase home ',
    'nmcli dev wifi connect home password ',
    'mysqladmin password ',
    'dotnet user-secrets set Smtp:Pass ',
  ])
    it(`is found after “${before}” if only its last character is a digit or “!”, or if it is quoted`, async () => {
      for (const password of ['Sommerabend7', 'Sommerabend!'])
        assert.deepEqual(await secretsIn(before + password), [password]);
      assert.deepEqual(await secretsIn(`${before}'Sommerabend'`), ['Sommerabend']);
    });
});
