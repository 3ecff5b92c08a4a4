import type { Command } from 'commander';
import { mostDocuments } from '../../domain/merchants/onboarding/documents.ts';
import { documentKinds, formFields } from '../../domain/merchants/onboarding/form.ts';

const json = ['--json', 'print one JSON object'] as const;
const live = ['--live', 'live instead of the sandbox'] as const;
const named = ['<id>', 'id of the submission, kyc_…'] as const;

const examples = `
The form is a JSON object with some of: ${formFields.join(', ')}.
Kinds of documents: ${documentKinds.join(', ')}.

Examples:
  npx mps kyc submit --merchant mer_… --live --tier 1 --form form.json --document identity=passport.pdf
  npx mps kyc list --live
  npx mps kyc show kyc_… --save ./documents
  npx mps kyc approve kyc_…
`;

/** `mps kyc …`. */
export function addKycVerbs(program: Command): void {
  const kyc = program
    .command('kyc')
    .description('The verification of merchants (KYC).')
    .addHelpText('after', examples);
  kyc
    .command('submit')
    .description('Submit the form and the documents of a merchant, or what was asked for.')
    .option('--merchant <id>', 'id of the merchant, mer_… (default: from DATA_DIR/demo.json)')
    .requiredOption('--tier <1|2>', 'the tier to be verified for: 1 basic, 2 full')
    .requiredOption('--form <file>', 'a JSON file with the answers')
    .option('--document <kind=file...>', `PDF, PNG or JPEG, up to 5 MiB each, ${mostDocuments} in all`)
    .option(...live)
    .option(...json)
    .action(async (options) => (await import('./kyc-submit.ts')).submitKycVerb(options));
  kyc
    .command('list')
    .description('List submissions, the one that has waited longest first.')
    .option('--status <status>', 'submitted, document_requested, approved, rejected or all', 'submitted')
    .option('--merchant <id>', 'only those of this merchant, mer_…')
    .option('--limit <n>', 'the most to list', '100')
    .option(...live)
    .option(...json)
    .action(async (options) => (await import('./kyc-lists.ts')).listKycVerb(options));
  kyc
    .command('show')
    .description('Show a submission: its form and its documents, which it can save as files.')
    .argument(...named)
    .option('--save <folder>', 'write the documents there')
    .option(...json)
    .action(async (id, options) => (await import('./kyc-lists.ts')).showKycVerb(id, options));
  addDecisions(kyc);
}

function addDecisions(kyc: Command): void {
  kyc
    .command('approve')
    .description('Approve a submission: the merchant has its tier from now on.')
    .argument(...named)
    .option(...json)
    .action(async (id, options) => (await import('./kyc-decisions.ts')).approveKycVerb(id, options));
  kyc
    .command('reject')
    .description('Reject a submission; the tier stays as it is, and the merchant may submit again.')
    .argument(...named)
    .requiredOption('--reason <text>', 'why; the merchant reads it')
    .option(...json)
    .action(async (id, options) => (await import('./kyc-decisions.ts')).rejectKycVerb(id, options));
  kyc
    .command('ask')
    .description('Ask for a further document; the submission waits for it.')
    .argument(...named)
    .requiredOption('--reason <text>', 'which document, and why; the merchant reads it')
    .option(...json)
    .action(async (id, options) => (await import('./kyc-decisions.ts')).askKycVerb(id, options));
  kyc
    .command('erase')
    .description('Erase the answers and documents of a decided submission; the decision and the tier stay.')
    .argument(...named)
    .requiredOption('--reason <text>', 'why; kept in the list of changes')
    .option(...json)
    .action(async (id, options) => (await import('./kyc-decisions.ts')).eraseKycVerb(id, options));
}
