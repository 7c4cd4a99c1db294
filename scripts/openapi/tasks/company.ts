import type { Task } from './keys.ts';

/** Checking the register, its past, and what comes in and goes out of it. */
export const COMPANY_TASKS: Task[] = [
  {
    name: 'Audits',
    description: 'Check which sets are at a location, by a checklist or by scanning.',
    calls: {
      listAudits: [
        'List audits',
        'Returns audits, the newest first, of the locations that the caller may see.',
      ],
      getAudit: [
        'Get an audit',
        'Returns an audit with the sets that it expects, those that were seen, and those found where they do not belong.',
      ],
      startAudit: [
        'Start an audit',
        'Fixes which sets are expected and opens the audit. Sets that are out are not expected. An open audit of the caller at this location is discarded, unless other people take part in it; one with others in it refuses the start. A `part` expects the sets on the hooks from the first to the last; of a `spot` check the server draws them, and none becomes missing. Only an audit of every set counts for a bulk move. Of a `blind` one no call says what it expects before it is completed.',
      ],
      joinAudit: [
        'Join an audit',
        'Takes part in an open audit, or says that the caller is still there and how many counts wait on their device. The first who joins after an hour without a sign of any member takes it over. Ticking, scanning and completing join too.',
      ],
      leaveAudit: ['Leave an audit', 'Ends taking part; the parts of the caller are free again.'],
      splitAudit: [
        'Split an audit',
        'Gives each member a part of the hooks. A part only orders the work: any count counts anywhere.',
      ],
      tickAudit: [
        'Tick a set',
        'Marks a set as seen, or takes that back; the same again changes nothing. Ticks apply in the order of `doneAt`, so that of two counts of a set the earlier counts, whenever it arrives. A tick that arrives after the completion is listed as a late count.',
      ],
      scanAudit: [
        'Scan a set',
        'Counts a set by its NFC serial; with `typed` also by its tag or set ID. A set that is registered elsewhere is refused and listed as unexpected.',
      ],
      readAudit: [
        'Record a reading',
        'In a blind audit and a spot check: what hangs on a hook, or that it is empty. The answer says what was read, never whether it was expected. What differs from the register is in the audit once it is completed.',
      ],
      completeAudit: [
        'Complete an audit',
        'Ends an audit: what was not seen becomes missing, what was missing and seen is found. `revision` and `missingBunches` are what the caller was shown; where more has been counted since, it is refused. So is one without the number of sets that become missing where a quarter was not seen, and one while a member may have counts to send, until their id is in `without`.',
      ],
      cancelAudit: ['Cancel an audit', 'Ends an open audit without results.'],
      undoAudit: [
        'Undo a completion',
        'Opens a completed audit again, for 15 minutes: sets that it changed and that nothing happened to since are what they were, and late counts count.',
      ],
      getAuditTicks: ['Get new ticks', 'Returns what was ticked, scanned and withdrawn after a revision.'],
      getAuditScope: [
        'Preview an audit',
        'Says how many sets an audit of a location would expect now, and how many are out.',
      ],
      listAuditedLocations: [
        'List when locations were audited',
        'Returns every location with its last audit; those never audited come first.',
      ],
      getVerification: [
        'Check whether a location is verified',
        "Says whether a location has a completed audit of the last 24 hours that found the company's share of its sets, which a bulk move needs.",
      ],
    },
  },
  {
    name: 'History and figures',
    description: 'What happened to keys, who changed what else, and the figures of today.',
    calls: {
      listMovements: ['List movements', 'Returns the movement history, the newest first.'],
      getKeyBunchHistory: [
        'List the movements of a set',
        'Returns the movements of one set, the newest first.',
      ],
      exportMovements: ['Export movements', 'Sends every match as a CSV file.'],
      listFormerRegisters: [
        'List former registers',
        'The registers that were brought into this company, each with the key that signed it and whether its seal holds.',
      ],
      getFormerHistory: [
        'Read the former history of a key set',
        'What former registers say of a set, newest first, as their servers signed it.',
      ],
      listAuditLogs: [
        'List changes of a set',
        'Returns who edited a set, linked its tag or changed its photo, the newest first.',
      ],
      listActivity: [
        'List activity',
        'Returns the log of everything but movements: people, rights, settings, sign-ins, refusals, exports.',
      ],
      exportActivity: ['Export activity', 'Sends every match as a CSV file.'],
      getDashboard: [
        'Get the dashboard',
        'Returns counts, what is overdue or missing, the last movements and the locations.',
      ],
      getFirstSteps: ['Get the first steps', 'Says which of the first steps a new company has done.'],
      dismissFirstSteps: ['Close the first steps', 'Hides the list of first steps for the company.'],
      getDashboardStats: ['Get the figures', 'Returns the counts of the dashboard alone.'],
    },
  },
  {
    name: 'Labels and found keys',
    description: 'Codes that are printed and stuck on sets, and messages of people who find keys.',
    calls: {
      makeLabels: ['Make label codes', 'Returns the codes of sets, and makes one for each set without.'],
      makeBlankCodes: [
        'Make blank codes',
        'Makes codes for labels that are printed before their sets are registered.',
      ],
      linkLabel: [
        'Link a label',
        'Links a blank code to a set. The code that the set had before opens nothing any more.',
      ],
      renewLabel: [
        'Renew a label',
        'Gives a set a new code. A label with the old one opens nothing any more.',
      ],
      listFoundNotices: [
        'List messages of finders',
        'Returns the messages that nobody has dealt with, or all of one set.',
      ],
      closeFoundNotice: ['Close a message', 'Marks a message as dealt with.'],
      getFinder: [
        'Open a label code',
        'Returns what a finder is shown: whom to call. For a signed-in user who may see the set it names the set.',
      ],
      reportFound: [
        'Report found keys',
        'Sends a message of a finder to the company. A code that is not in use is refused.',
      ],
    },
  },
  {
    name: 'Import',
    description: 'Bring in sets, people, locations and premises from files.',
    calls: {
      checkImport: [
        'Check an import',
        'Says for every row what an import would do: new, changed, the same, or refused and why. Nothing is changed.',
      ],
      runImport: [
        'Import',
        'Imports up to 5,000 rows as a whole. One refused row refuses all, unless `skipRefused` is set; with `refusedRows`, so does another number than the check reported.',
      ],
      listImports: [
        'List imports',
        'Every run of a file, newest first, with its author and counts, and whether it can be undone.',
      ],
      getImportProgress: [
        'Get the progress',
        "Says how far the company's running import and the caller's own check are. Null when none is running.",
      ],
      getImportMapping: [
        'Get the last choices',
        'The choices of the last import of a file with these headings, as its client sent them.',
      ],
      exportRefusedRows: [
        'Export refused rows',
        'The refused rows of an import as CSV, with the reasons, for 30 days. Then 404.',
      ],
      importRegister: [
        'Bring a whole register',
        'Brings the ZIP of Export everything into an empty company, all of it or nothing; first with `dryRun=true`, which says what would come.',
      ],
      undoImport: [
        'Undo an import',
        'Takes back an import as a whole, as long as nothing else happened to its records.',
      ],
    },
  },
  {
    name: 'Settings',
    description: 'Key types, statuses, location types and actions as the company names them.',
    calls: {
      getSettings: [
        'List settings',
        'Returns all types, statuses and actions by display name, inactive ones too.',
      ],
      createSetting: ['Add a setting', 'Adds a type, a status or an action.'],
      updateSetting: ['Change a setting', 'Changes the fields that are sent.'],
      deleteSetting: [
        'Delete a setting',
        'Deletes a setting that no record uses. One that is used can be switched off instead.',
      ],
    },
  },
  {
    name: 'Tokens and webhooks',
    description: 'Access for programs, and the events that are sent to them.',
    calls: {
      listTokens: ['List API tokens', 'Returns the tokens of the company, without their secrets.'],
      createToken: [
        'Make an API token',
        'Makes a token and returns its secret, once. It may do nothing that its maker may not.',
      ],
      confirmToken: [
        'Confirm an API token',
        'Ends that a token rests: after its maker changed their password, or had to set up a second factor.',
      ],
      revokeToken: ['Revoke an API token', 'Ends a token at once.'],
      listWebhooks: ['List webhooks', 'Returns the webhooks with what waits for them.'],
      createWebhook: [
        'Add a webhook',
        'Adds an address that events are sent to, and returns its secret, once.',
      ],
      updateWebhook: [
        'Change a webhook',
        'Changes the fields that are sent. A paused webhook that is switched on continues where it stopped.',
      ],
      deleteWebhook: ['Delete a webhook', 'Deletes a webhook; what waits for it is not sent.'],
      renewWebhookSecret: [
        'Renew the secret',
        'Makes a new secret and returns it, once. The old one signs beside it for 24 hours.',
      ],
      testWebhook: ['Send a test', 'Sends a `webhook.test` event to the address.'],
      listDeliveries: [
        'List deliveries',
        'Returns what was sent to a webhook in the last 30 days, and what was answered.',
      ],
      listEvents: [
        'List events',
        'Returns the events that webhooks send, the oldest first, from the cursor `after` on; `after=now` returns only the cursor of the present. They are kept for 30 days, from the first API token on that may read them.',
      ],
      replayDelivery: ['Send an event again', 'Sends an event once more, with the same `webhook-id`.'],
      leaveOutDelivery: [
        'Skip an event',
        'Leaves out an event that the address refuses every time, so that those behind it are sent.',
      ],
    },
  },
];
