import { describe, expect, test } from 'vitest';

import { askedWords, type Asked } from './asked-words.ts';

/** Requests in people's own words. */
const PARAPHRASES: Readonly<Record<Asked, readonly string[]>> = {
  sending: [
    'Could you let Ann know by e-mail?',
    'Drop Tom a line about the delay',
    'Forward this to the team',
    'Get back to Maria with the numbers',
    'Please pass the report on to Bob',
    'Schick Anna bitte eine Nachricht',
    'Gib Peter Bescheid, dass es später wird',
    'Leite das bitte an Tom weiter',
    'Préviens Marie que je suis en retard',
    'Fais suivre ce message à Paul',
    'Envíale a Juan el informe',
    'Dile a Ana que llego tarde',
  ],
  paying: [
    'Settle the bill',
    'Wire 200 to my landlord',
    'Get me two tickets for Friday',
    'I would like to purchase the blue one',
    'Cover my share of the dinner',
    'Überweise die Miete',
    'Begleiche bitte die Rechnung',
    'Ich möchte das Buch bestellen',
    'Règle la facture',
    'Achète deux billets',
    'Paga el alquiler',
    'Abona la factura de la luz',
  ],
  deleting: [
    'Get rid of the old drafts',
    'Wipe everything in the downloads folder',
    'Throw away the spam',
    'Call off the order',
    'Bitte lösche alle Dateien',
    'Wirf die alten Entwürfe weg',
    'Räum den Ordner leer',
    'Supprime ce fichier',
    'Jette les vieux brouillons',
    'Borra los correos antiguos',
    'Quita ese archivo',
  ],
  scheduling: [
    'Put a meeting in my agenda',
    'Find us a slot on Tuesday',
    'Set up a call with Ann',
    'Block my afternoon',
    'Postpone the review to Friday',
    'Mach einen Termin mit Anna aus',
    'Verschiebe das Treffen auf Montag',
    'Fixe un rendez-vous avec Paul',
    'Agenda una reunión con Ana',
    'Pon una cita el lunes',
  ],
  sharing: [
    'Invite Bob to the folder',
    'Give Ann access to the document',
    'Let Tom edit the sheet',
    'Add Maria to the repository',
    'Teile den Ordner mit Anna',
    'Gib Peter Zugriff',
    'Lade Anna in das Projekt ein',
    'Partage le dossier avec Paul',
    'Ajoute Marie au projet',
    'Comparte la carpeta con Juan',
    'Dale acceso a Ana',
  ],
  publishing: [
    'Publica el informe',
    'Put the article online',
    'Write a review of the lamp',
    'Open an issue about the crash',
    'Share it on our channel',
    'Veröffentliche den Artikel',
    'Stell das Bild online',
    'Mets la vidéo en ligne',
    'Poste un commentaire',
    'Sube la foto',
  ],
  changing: [
    'Rename it',
    'Swap the two names',
    'Make the title shorter',
    'Turn off the notifications',
    'Ändere mein Passwort',
    'Passe den Titel an',
    'Modifie le titre',
    'Change mon mot de passe',
    'Cambia el título',
    'Pon el título en mayúsculas',
  ],
  creating: [
    'Erstelle einen Ordner',
    'Set up a new repository',
    'Jot down the number',
    'Draft a letter',
    'Download the file',
    'Leg eine neue Datei an',
    'Schreib das auf',
    'Crée un dossier',
    'Enregistre le fichier',
    'Crea una carpeta',
    'Guarda el archivo',
  ],
};

const NEUTRAL = [
  'What is the weather?',
  'How many people live in Paris?',
  'Wie ist das Wetter?',
  'Quel temps fait-il ?',
  '¿Qué tiempo hace?',
  'Summarise the page',
  'Is it far?',
];

describe.each(Object.entries(PARAPHRASES) as [Asked, readonly string[]][])('%s', (asked, said) => {
  test.each(said)('is what "%s" asks for', (each) => {
    expect(askedWords.get(asked)?.test(each)).toBe(true);
  });

  test.each(NEUTRAL)('is not what "%s" asks for', (each) => {
    expect(askedWords.get(asked)?.test(each)).toBe(false);
  });
});
