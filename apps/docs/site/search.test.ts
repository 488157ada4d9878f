import { expect, test } from 'vitest';
import { sectionsOf } from './search.ts';

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
