import { runServerCommand } from './lib/command.js';

runServerCommand('src/server/make-backup.ts');
