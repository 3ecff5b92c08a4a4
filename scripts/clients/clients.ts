import type { ToolName } from './tools.ts';

/** A generated client. Its commands run one after the other in a folder of its own, .data/clients/<language>/<name>. */
export type Client = {
  readonly name: string;
  /** The folder of test/clients with its journey. */
  readonly language: string;
  /** What generates it, and what compiles and runs it; undefined: its commands need nothing. */
  readonly generator: ToolName | undefined;
  readonly compiler: ToolName | undefined;
  /** Files of the folder of its language, and where each is copied to before the client is generated. */
  readonly files: Readonly<Record<string, string>>;
  readonly generate: string;
  readonly compile: string;
  /** It is given SERVICE_URL, SERVICE_KEY, REFERENCE and PAGE_SIZE. Undefined: nobody has written it. */
  readonly journey: string | undefined;
};

const byTypeScript = {
  language: 'typescript',
  generator: 'typescript',
  compiler: 'typescript',
  compile: 'tsc --project .',
  journey: 'node built/journey.js',
} as const;

const byPython = { language: 'python', generator: 'python', compiler: 'python' } as const;

const byGo = {
  language: 'go',
  compiler: 'go',
  compile: 'go vet ./... && go build -o journey .',
  journey: './journey',
} as const;
const modules = { 'go.mod': 'go.mod', 'go.sum': 'go.sum' };

const generate = (language: string, properties: string) =>
  `openapi-generator-cli generate --input-spec "$CONTRACT" --generator-name ${language} --output client ` +
  `--global-property apiTests=false,modelTests=false,apiDocs=false,modelDocs=false --additional-properties ${properties}`;

export const clients: readonly Client[] = [
  {
    ...byTypeScript,
    name: 'openapi-typescript',
    files: { 'openapi-fetch.ts': 'journey.ts', 'tsconfig.json': 'tsconfig.json' },
    generate: 'openapi-typescript "$CONTRACT" --output client.d.ts',
  },
  {
    ...byTypeScript,
    name: 'hey-api',
    files: {
      'hey-api.ts': 'journey.ts',
      'hey-api.config.mjs': 'openapi-ts.config.mjs',
      'tsconfig.json': 'tsconfig.json',
    },
    generate: 'openapi-ts',
  },
  {
    ...byTypeScript,
    name: 'orval',
    files: {
      'orval.ts': 'journey.ts',
      'orval.config.mjs': 'orval.config.mjs',
      'tsconfig.json': 'tsconfig.json',
    },
    generate: 'orval',
  },
  {
    ...byPython,
    name: 'openapi-python-client',
    files: {
      'openapi_python_client.py': 'journey.py',
      'import_all.py': 'import_all.py',
      'mypy.ini': 'mypy.ini',
    },
    generate:
      'openapi-python-client generate --path "$CONTRACT" --meta none --output-path client --fail-on-warning',
    compile: 'python import_all.py client && mypy journey.py',
    journey: 'python journey.py',
  },
  {
    ...byPython,
    name: 'openapi-generator python',
    files: {
      'openapi_generator.py': 'journey.py',
      'import_all.py': 'import_all.py',
      'mypy.ini': 'mypy.ini',
    },
    generate: generate('python', 'packageName=payments'),
    compile: 'PYTHONPATH=client python import_all.py payments && MYPYPATH=client mypy journey.py',
    journey: 'PYTHONPATH=client python journey.py',
  },
  {
    ...byGo,
    name: 'oapi-codegen',
    generator: 'go',
    files: { 'oapi_codegen.go': 'main.go', 'oapi-codegen.yaml': 'oapi-codegen.yaml', ...modules },
    generate: 'mkdir client && go tool oapi-codegen --config oapi-codegen.yaml "$CONTRACT"',
  },
  {
    ...byGo,
    // The constants of a Go package share one namespace: the option puts the name of the type before each.
    name: 'openapi-generator go',
    generator: 'python',
    files: { 'openapi_generator.go': 'main.go', ...modules },
    generate: generate('go', 'packageName=client,withGoMod=false,enumClassPrefix=true'),
  },
  {
    name: 'openapi-generator java',
    language: 'java',
    generator: 'python',
    compiler: 'java',
    files: { 'Journey.java': 'client/src/main/java/Journey.java', 'pom.xml': 'pom.xml' },
    generate: generate('java', 'library=native,hideGenerationTimestamp=true'),
    compile: 'mvn --batch-mode --quiet compile',
    journey: 'java -cp "target/classes:target/libraries/*" Journey',
  },
  {
    name: 'openapi-generator php',
    language: 'php',
    generator: 'python',
    compiler: 'php',
    files: { 'journey.php': 'journey.php', 'load.php': 'load.php' },
    generate: generate('php', 'invokerPackage=Payments'),
    compile: 'php load.php',
    journey: 'php journey.php',
  },
  {
    name: 'openapi-generator csharp',
    language: 'csharp',
    generator: 'python',
    compiler: 'csharp',
    files: {},
    generate: generate('csharp', 'packageName=Payments,targetFramework=net8.0,library=httpclient'),
    compile: 'dotnet build client/src/Payments',
    journey: undefined,
  },
];
