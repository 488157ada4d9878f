import { readFileSync } from 'node:fs';
import { ROOT } from './structure.ts';

/**
 * Whether `catbird` and `@catbird/core` are on npm. Until they are ours there, texts install from a clone: whoever registers
 * the names could run code on the machines of our readers. RELEASING.md says when to change this.
 */
const PUBLISHED: boolean = false;

interface Manifest {
  readonly version: string;
}

const manifest: Manifest = JSON.parse(readFileSync(`${ROOT}packages/cli/package.json`, 'utf8'));

/** What texts say about an installation from a clone, and from npm. The longer of two texts comes first. */
export const installations = (version: string): readonly (readonly [clone: string, npm: string])[] => [
  [
    `      - uses: actions/checkout@v6
        with: { repository: catbird-data/catbird, ref: COMMIT, path: catbird }
      - run: npm ci && npm install --global ./packages/cli
        working-directory: catbird
`,
    `      - run: npm install --global catbird@${version}\n`,
  ],
  [' It installs Catbird from its repository: replace `COMMIT` by the commit that you have checked.', ''],
  [
    "Install the command in a clone of the repository. Catbird is not on npm yet: don't install a package named `catbird` from there.",
    'Install the command:',
  ],
  [
    'Install it in a clone of the repository. Without an installation, `node packages/cli/bin/catbird.js` is the same command.',
    'Install it:',
  ],
  ['in a clone that they can read, such as `/opt/catbird`, run `npm ci', 'run `npm ci'],
  ['npm ci && npm install --global ./packages/cli', `npm install --global catbird@${version}`],
  ['With a clone in `../catbird`, in which `npm ci` ran:', 'Install it:'],
  [
    'npm install ../catbird/packages/core ../catbird/packages/cli`, with a clone in `../catbird`,',
    `npm install @catbird/core@${version} catbird@${version}\``,
  ],
  ['npm install ../catbird/packages/core', `npm install @catbird/core@${version}`],
  ['npm install ../catbird/packages/cli', `npm install catbird@${version}`],
  [
    '"command": "node",\n      "args": ["/path/to/catbird/packages/cli/bin/catbird.js", ',
    `"command": "npx",\n      "args": ["--yes", "catbird@${version}", `,
  ],
  ['`/path/to/catbird` is a clone of the repository, in which `npm ci` ran.\n\n', ''],
  [
    "Catbird is not on npm yet. Its documentation only installs from a clone, because anyone could register `catbird` or `@catbird/core` and run code on your machine. So don't install packages of these names, and don't let a package runner look them up.",
    'Install `catbird` and `@catbird/core` with a version, as the documentation does. Both are published by the release workflow of the repository, with provenance.',
  ],
];

/**
 * A text of the documentation as readers can install Catbird now.
 *
 * @param markdown a text that installs from a clone
 */
export const withInstallation = (markdown: string, isPublished = PUBLISHED): string =>
  isPublished
    ? installations(manifest.version).reduce(
        (text, [clone, npm]) => text.replaceAll(clone, () => npm),
        markdown,
      )
    : markdown;
