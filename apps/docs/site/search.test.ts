import { expect, test } from 'vitest';
import { indexOf } from '../client/search-index.ts';
import { sectionsOf, type Section } from './search.ts';

test('a page is cut at its headings and at the rows of types', () => {
  const html = `<nav>Menu</nav><article class="text">
    <h1 id="number">number <a class="header-anchor" href="#number">#</a></h1><p>Numbers &lt; 10 <code>a</code>.</p>
    <table><tr id="numberbigint"><td><code>number.bigInt</code></td><td>A large number</td></tr></table>
    <h3 id="numberint">number.int</h3><div class="code"><pre>{}</pre><div class="code-bar"><button>Copy</button><a class="code-action" href="/">Open in Catbird</a></div></div>
    <div class="code is-plain is-declaration" v-pre><pre>const a: number;</pre></div>
    <table class="catalogue"><tr><td>color.rgb</td></tr></table>
  </article>`;
  expect(sectionsOf(html, 'types/number.html')).toEqual([
    { href: 'types/number.html', title: 'number', page: '', text: 'Numbers < 10 a.' },
    {
      href: 'types/number.html#numberbigint',
      title: 'number.bigInt',
      page: 'number',
      text: 'A large number',
    },
    { href: 'types/number.html#numberint', title: 'number.int', page: 'number', text: '{}' },
  ]);
});

const section = (title: string, text: string, page = ''): Section => ({ href: title, title, page, text });
const SECTIONS = [
  section('Kafka', 'Send events to a topic.'),
  section('Late rows', 'A share of rows is late.', 'Faults'),
  section('Workers', 'Use every one of the cores of the machine.'),
  section('When the browser refuses', 'The service must allow the page by its CORS setting.', 'Destinations'),
  section('Rate limits', 'A service answers 429.', 'Delivery'),
];

test.each([
  ['how do I send to Kafka', 'Kafka'],
  ['5% late', 'Late rows'],
  ['cors', 'When the browser refuses'],
  ['what about a throttle?', 'Rate limits'],
  ['kafka teletype', 'Kafka'],
])('%s finds %s', (query, title) => expect(indexOf(SECTIONS).find(query, 3)[0]?.title).toBe(title));

test('a word that nothing has finds nothing', () => {
  expect(indexOf(SECTIONS).find('qqzzx', 3)).toEqual([]);
});
