// Installs the packages that package-lock.json names, and the pinned Node; in production none that build or test.
import { ensureInstalled } from './lib/install.js';

ensureInstalled();
