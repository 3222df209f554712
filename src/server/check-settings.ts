// Says what is wrong with the settings, and exits with 78 then: `npm start` asks before it takes packages away for production.
import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from './config.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  readConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 78;
}
