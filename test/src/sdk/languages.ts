import { execFile, spawnSync } from 'node:child_process';

type Command = readonly [string, ...string[]];

/** How a snippet of the guide is run: in one process, over lines of `secret header body now`, the first three in base64. */
export type Language = {
  readonly name: string;
  /** The label of its code blocks in the guide. */
  readonly fence: string;
  /** Exits with 0 if the language is installed. */
  readonly probe: Command;
  /** The files to write, with the snippet unchanged in one of them. */
  readonly files: (snippet: string) => Readonly<Record<string, string>>;
  /** Run one after another. The last one reads the lines and prints for each `1`, `0`, or `!` for an exception. */
  readonly commands: readonly Command[];
};

/** Returns what a program printed. Fails if the program fails or prints warnings, also about the snippet that it compiles. */
export function run([program, ...args]: Command, also: { cwd?: string; input?: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(program, args, { cwd: also.cwd, timeout: 240_000 }, (error, stdout, stderr) => {
    if (error === null && stderr === '') resolve(stdout);
    else reject(new Error(`${program} exited with ${child.exitCode}: ${stdout}${stderr}`));
  });
  child.stdin?.on('error', () => undefined).end(also.input ?? '');
  return promise;
}

export function isInstalled({ probe: [program, ...args] }: Language): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

const node: Language = {
  name: 'JavaScript',
  fence: 'js',
  probe: [process.execPath, '--version'],
  files: (snippet) => ({
    'verify.mjs': snippet,
    'main.mjs': `import { readFileSync } from 'node:fs';
import { verify } from './verify.mjs';
const verdict = (line) => {
  const [secret, header, body, now] = line.split(' ');
  const text = (part) => Buffer.from(part, 'base64').toString();
  try { return verify(text(header), Buffer.from(body, 'base64'), text(secret), Number(now)) ? '1' : '0'; } catch { return '!'; }
};
console.log(readFileSync(0, 'utf8').trimEnd().split('\\n').map(verdict).join('\\n'));
`,
  }),
  commands: [[process.execPath, 'main.mjs']],
};

const python: Language = {
  name: 'Python',
  fence: 'python',
  probe: ['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 8))'],
  files: (snippet) => ({
    'webhooks.py': snippet,
    'main.py': `import base64
import sys
from webhooks import verify
for line in sys.stdin.read().splitlines():
    secret, header, body, now = line.split(" ")
    text = lambda part: base64.b64decode(part).decode()
    try:
        print("1" if verify(text(header), base64.b64decode(body), text(secret), int(now)) else "0")
    except Exception:
        print("!")
`,
  }),
  commands: [['python3', 'main.py']],
};

const php: Language = {
  name: 'PHP',
  fence: 'php',
  probe: ['php', '-r', 'exit(PHP_MAJOR_VERSION < 8 ? 1 : 0);'],
  files: (snippet) => ({
    'webhooks.php': snippet,
    'main.php': `<?php
require __DIR__ . '/webhooks.php';
foreach (explode("\\n", rtrim(stream_get_contents(STDIN))) as $line) {
    [$secret, $header, $body, $now] = explode(' ', $line);
    try {
        echo verify(base64_decode($header), base64_decode($body), base64_decode($secret), (int) $now) ? "1\\n" : "0\\n";
    } catch (Throwable) {
        echo "!\\n";
    }
}
`,
  }),
  commands: [['php', 'main.php']],
};

const go: Language = {
  name: 'Go',
  fence: 'go',
  probe: ['go', 'version'],
  files: (snippet) => ({
    'go.mod': 'module example.test/receiver\n\ngo 1.20\n',
    'webhooks/verify.go': snippet,
    'main.go': `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"example.test/receiver/webhooks"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), " ")
		secret, _ := base64.StdEncoding.DecodeString(parts[0])
		header, _ := base64.StdEncoding.DecodeString(parts[1])
		body, _ := base64.StdEncoding.DecodeString(parts[2])
		now, _ := strconv.ParseInt(parts[3], 10, 64)
		if webhooks.Verify(string(header), body, string(secret), time.Unix(now, 0)) {
			fmt.Println("1")
		} else {
			fmt.Println("0")
		}
	}
}
`,
  }),
  commands: [['go', 'build', '-o', 'receiver', '.'], ['./receiver']],
};

const java: Language = {
  name: 'Java',
  fence: 'java',
  probe: ['javac', '--release', '17', '--version'],
  files: (snippet) => ({
    'Webhooks.java': snippet,
    'Main.java': `import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Scanner;

final class Main {
    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in, StandardCharsets.US_ASCII);
        while (lines.hasNextLine()) {
            String[] parts = lines.nextLine().split(" ", -1);
            try {
                byte[] body = Base64.getDecoder().decode(parts[2]);
                System.out.println(Webhooks.verify(text(parts[1]), body, text(parts[0]), Long.parseLong(parts[3])) ? "1" : "0");
            } catch (Exception refused) {
                System.out.println("!");
            }
        }
    }

    static String text(String part) {
        return new String(Base64.getDecoder().decode(part), StandardCharsets.UTF_8);
    }
}
`,
  }),
  commands: [
    ['javac', '--release', '17', '-Werror', '-Xlint:all', 'Webhooks.java', 'Main.java'],
    ['java', '-Xshare:auto', '-cp', '.', 'Main'],
  ],
};

const ruby: Language = {
  name: 'Ruby',
  fence: 'ruby',
  probe: ['ruby', '-e', 'require "openssl"; OpenSSL.method(:secure_compare)'],
  files: (snippet) => ({
    'webhooks.rb': snippet,
    'main.rb': `require_relative "webhooks"
$stdin.each_line(chomp: true) do |line|
  secret, header, body, now = line.split(/ /, -1)
  text = ->(part) { part.unpack1("m").force_encoding("UTF-8") }
  puts verify(text.(header), body.unpack1("m"), text.(secret), now.to_i) ? "1" : "0"
rescue StandardError
  puts "!"
end
`,
  }),
  commands: [['ruby', '-w', 'main.rb']],
};

const csharp: Language = {
  name: 'C#',
  fence: 'csharp',
  probe: ['dotnet', '--version'],
  files: (snippet) => ({
    'receiver.csproj': `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`,
    'Webhooks.cs': snippet,
    'Main.cs': `using System;
using System.Text;

byte[] Bytes(string part) => Convert.FromBase64String(part);
string Words(string part) => Encoding.UTF8.GetString(Bytes(part));
for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
{
    var parts = line.Split(' ');
    try { Console.WriteLine(Webhooks.Verify(Words(parts[1]), Bytes(parts[2]), Words(parts[0]), long.Parse(parts[3])) ? "1" : "0"); }
    catch (Exception) { Console.WriteLine("!"); }
}
`,
  }),
  commands: [
    ['dotnet', 'build', '--nologo', '--verbosity', 'quiet', '--output', 'out'],
    ['dotnet', 'out/receiver.dll'],
  ],
};

export const languages: readonly Language[] = [node, python, php, go, java, ruby, csharp];
