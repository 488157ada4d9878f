import './docs.css';
import { prepareCatalogue } from './catalogue.ts';
import { prepareCode } from './code.ts';
import { prepareMenu } from './menu.ts';
import { prepareNotFound } from './not-found.ts';
import { prepareSearch } from './search.ts';
import { prepareThemeSwitch } from './theme.ts';

// Pages are complete without this script; controls that need it are hidden until it runs.
prepareNotFound();
prepareMenu();
prepareThemeSwitch();
prepareSearch();
prepareCode();
prepareCatalogue();
