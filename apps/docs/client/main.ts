import './docs.css';
import { prepareCatalogue } from './catalogue.ts';
import { prepareCode } from './code.ts';
import { prepareMenu } from './menu.ts';
import { prepareSearch } from './search.ts';
import { prepareThemeSwitch } from './theme.ts';

// Pages are whole without this script: what needs it is hidden until it runs.
prepareMenu();
prepareThemeSwitch();
prepareSearch();
prepareCode();
prepareCatalogue();
