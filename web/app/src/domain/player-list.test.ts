import { describe, expect, it } from 'vitest';
import { isBlocked, NO_ENTRANT, readPlayers } from './player-list';

/** Returns what was read without the empty fields. */
function read(text: string, entered: readonly string[] = []): unknown[] {
  return readPlayers(text, new Set(entered)).map(({ entrant, problems }) => {
    const filled = Object.entries(entrant).filter(([, value]) => value !== '' && value !== null);
    return Object.fromEntries(problems.length > 0 ? [...filled, ['problems', problems]] : filled);
  });
}

describe('readPlayers', () => {
  it('reads names with ratings, a line each', () => {
    const text = '1. Horváth, Kata 1850\n2) GM Ирина Седова (2410)\n\nTomasz Żuławski - 1540\nMira Novak\nJosé 1 2';
    expect(read(text)).toEqual([
      { name: 'Horváth, Kata', rating: 1850 },
      { name: 'Ирина Седова', title: 'GM', rating: 2410 },
      { name: 'Tomasz Żuławski', rating: 1540 },
      { name: 'Mira Novak' },
      { name: 'José 1 2' },
    ]);
  });

  it.each([
    ['English', 'No.;Name;Rating;Fed;Club;Title;FIDE-ID;Birth;Sex'],
    ['Russian', '№;Фамилия Имя;Рейтинг;Страна;Клуб;Звание;Код;Дата рождения;Пол'],
    ['Hungarian', 'Ssz.;Név;Élő;Ország;Egyesület;Cím;Azonosító;Szül.;Nem'],
    ['German', 'Nr.;Teilnehmer;Elo;Land;Verein/Ort;Titel;Kennung;Geb.;Geschlecht'],
    ['Polish', 'Lp.;Nazwisko i imię;Ranking;Federacja;Klub;Tytuł;ID FIDE;Data ur.;Płeć'],
    ['Swedish', 'Nr;Spelare;Rating;Förbund;Klubb;Titel;Medlemsnummer;Född;Kön'],
  ])('knows the heads of columns in %s', (_, head) => {
    expect(read(`${head}\n1;Kata Horváth;1850;hun;Szeged;fm;712345;03.05.1990;w`)).toEqual([
      {
        name: 'Kata Horváth',
        rating: 1850,
        federation: 'HUN',
        club: 'Szeged',
        title: 'FM',
        id: '712345',
        birth: '1990/05/03',
        sex: 'w',
      },
    ]);
  });

  it('joins surname and first name, and takes the first rating that is one', () => {
    expect(read('Nachname\tVorname\tElo\tDWZ\nWeiß\tJürgen\t0\t1461')).toEqual([
      { name: 'Weiß, Jürgen', rating: 1461 },
    ]);
    expect(read('Фамилия,Имя,Рейтинг\nСедова,Ирина,1588')).toEqual([{ name: 'Седова, Ирина', rating: 1588 }]);
    expect(read('Nazwisko;Imię;Ranking;Płeć\nŻuławska;Maja;1540;K')).toEqual([
      { name: 'Żuławska, Maja', rating: 1540, sex: 'w' },
    ]);
    expect(read('Efternamn;Förnamn;Rating;Kön\nÅkerblom;Elin;1602;kvinna')).toEqual([
      { name: 'Åkerblom, Elin', rating: 1602, sex: 'w' },
    ]);
  });

  it('reads cells in quotation marks', () => {
    expect(read('Name,Elo\n"Horváth, Kata",1850\n"Ann ""Nan"" Lee",1400')).toEqual([
      { name: 'Horváth, Kata', rating: 1850 },
      { name: 'Ann "Nan" Lee', rating: 1400 },
    ]);
  });

  it('guesses the columns of a table without heads', () => {
    expect(read('1\tFM\tKata Horváth\tHUN\t1850\tSzeged\n2\t\tMira Novak\tSLO\t1652\t')).toEqual([
      { title: 'FM', name: 'Kata Horváth', federation: 'HUN', rating: 1850, club: 'Szeged' },
      { name: 'Mira Novak', federation: 'SLO', rating: 1652 },
    ]);
    expect(read('Kata Horváth, 1850\nMira Novak, 1652')).toEqual([
      { name: 'Kata Horváth', rating: 1850 },
      { name: 'Mira Novak', rating: 1652 },
    ]);
  });

  it('reads the players of a TRF file by their columns', () => {
    const player = '001    1 w wg Sedova, Irina                     2410 RUS     4101234 1990/05/03  4.5    1  ';
    expect(read(`012 Open\n${player}\n132 26/01/01`)).toEqual([
      {
        name: 'Sedova, Irina',
        title: 'WGM',
        rating: 2410,
        federation: 'RUS',
        id: '4101234',
        birth: '1990/05/03',
        sex: 'w',
      },
    ]);
  });

  it('names what cannot be entered and what is left out', () => {
    const text = 'Name;Elo;Fed;Born\nAnna;1500\nAnna;1600\nBoris\n;1400\nClara;strong;Norway;spring';
    const players = readPlayers(text, new Set(['Boris']));
    expect(players.map(({ problems }) => problems)).toEqual([
      [],
      ['twice'],
      ['entered'],
      ['no-name'],
      ['rating', 'federation', 'birth'],
    ]);
    expect(players.map(isBlocked)).toEqual([false, true, true, true, false]);
    expect(players[4]?.entrant).toEqual({ ...NO_ENTRANT, name: 'Clara' });
  });

  it('reads nothing of nothing', () => {
    expect(readPlayers(' \n\n')).toEqual([]);
  });

  it('reads numbers of rated games in a column of their own', () => {
    const games = (text: string): unknown[] => readPlayers(text).map((player) => player.games);
    expect(games('name;birth;club;rating;games;K;change\nKata;1990;Szeged;1850;34;20;5')).toEqual([34]);
    expect(games('Név;Élő;Játszmák száma\nKata;1850;12\nMira;1700;')).toEqual([12, null]);
    expect(games('Имя;Рейтинг;Партии\nИрина;1588;7')).toEqual([7]);
    expect(games('Kata Horváth 1850')).toEqual([null]);
  });
});
