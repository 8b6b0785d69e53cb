// SPDX-License-Identifier: Apache-2.0
//
// Written by scripts/gen_sfu_tables from scripts/sfu_tables.json;
// docs/sfu_tables.md says how it was found.
//
// The rows of the special function unit's tables. With t the argument's place in its segment, counted
// from the middle, q the square of t without the columns below 16, v the cubic correction and W the
// width of the function's widest segment, the function is, in units of its last place,
//
//      S = c0 / 2^2 + c1 * t / 2^21 + c2 * q / 2^20 + c3 * v / 2^7 + bias / 2^21
//
// where t has 21 bits in a segment of width W, and narrow_o says how many fewer it has in this one.
// func_i: 0 rcp, 1 rsqrt, 2 sqrt, 3 ex2, 4 lg2, 5 sin, 6 tanh. part_i: 0 or 1 for the binade [1, 2)
// or [2, 4) of rsqrt and sqrt, 0 to 8 for the binades from 2^-6 of tanh. index_i: the argument's top
// bits. Leading ones, signs and trailing zeros that a function's rows share are wired, not stored.
// Combinational.

module weft_sfu_rom #(
  parameter int unsigned Cubic = 1  // rows of four coefficients, or more rows of three
) (
  input  logic [2:0]         func_i,
  input  logic [3:0]         part_i,
  input  logic [7:0]         index_i,
  output logic [27:0]        c0_o,
  output logic signed [19:0] c1_o,
  output logic signed [14:0] c2_o,
  output logic signed [6:0]  c3_o,
  output logic [18:0]        bias_o,
  output logic [2:0]         narrow_o
);

  if (Cubic != 0) begin : gen_cubic
    logic [61:0] word;
    always_comb begin
      word     = '0;
      c0_o     = '0;
      c1_o     = '0;
      c2_o     = '0;
      c3_o     = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i)
            8'b000000??: word = 62'h3f01fc207dcfe8ab;
            8'b000001??: word = 62'h3d1196a1723fbb4a;
            8'b000010??: word = 62'h3b301ee25bb7912a;
            8'b000011??: word = 62'h395ceb433aef6909;
            8'b000100??: word = 62'h37975bc410674329;
            8'b000101??: word = 62'h35ded984dcbf1fa8;
            8'b000110??: word = 62'h3432d665a06efe28;
            8'b000111??: word = 62'h3292cc465c02de67;
            8'b001000??: word = 62'h30fe3c270fd2c0a7;
            8'b001001??: word = 62'h2f74ae47bc5ea447;
            8'b001010??: word = 62'h2df5b128620a8926;
            8'b001011??: word = 62'h2c80d92901226fe6;
            8'b001100??: word = 62'h2b15c0899a0657e6;
            8'b001101??: word = 62'h29b406ca2d0a40c6;
            8'b001110??: word = 62'h285b500aba862b25;
            8'b001111??: word = 62'h270b456b42a61645;
            8'b010000??: word = 62'h25c3940bc5be02a5;
            8'b010001??: word = 62'h2483ed4c4411f004;
            8'b010010??: word = 62'h234c066cbdc9de04;
            8'b010011??: word = 62'h221b97ed332dcd44;
            8'b01010???: word = 62'h2060608ddad5b53d;
            8'b01011???: word = 62'h1e29322eadf997dc;
            8'b01100???: word = 62'h1c0b818f73117cf9;
            8'b01101???: word = 62'h1a05a0902b4d6456;
            8'b01110???: word = 62'h181605b0d7c14dd5;
            8'b01111???: word = 62'h163b48f179713933;
            8'b10000???: word = 62'h14741ff2113d2631;
            8'b10001???: word = 62'h12bf5ab29fe914d0;
            8'b10010???: word = 62'h111be1d32631048f;
            8'b10011???: word = 62'h0f88b333a4b8f5ae;
            8'b10100???: word = 62'h0e04e0741c18e80d;
            8'b10101???: word = 62'h0c8f8d548cd8db2c;
            8'b10110???: word = 62'h0b27ed74f770cf4b;
            8'b10111???: word = 62'h09cd43155c50c44a;
            8'b11000???: word = 62'h087ede35bbe0ba2a;
            8'b11001???: word = 62'h073c1af61688b088;
            8'b11010???: word = 62'h060460766c84a7a9;
            8'b11011???: word = 62'h04d72076be449f67;
            8'b11100???: word = 62'h03b3d5f70bf49787;
            8'b11101???: word = 62'h029a045755e89046;
            8'b11110???: word = 62'h018937779c508986;
            8'b11111???: word = 62'h00810237df6c8326;
            default: ;
          endcase
          c0_o = {3'd1, word[61:37]};
          c1_o = {{1{1'b1}}, word[36:18]};
          c2_o = {{1{1'b0}}, word[17:5], 1'b0};
          c3_o = {{2{1'b0}}, word[4:0]};
        end
        3'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_00000???: word = 62'h0fc0bd902ea3719b;
            9'b0_00001???: word = 62'h0f467f30879b5698;
            9'b0_00010???: word = 62'h0ed19b80da2b3e56;
            9'b0_00011???: word = 62'h0e61b14126f52854;
            9'b0_00100???: word = 62'h0df668a96e851472;
            9'b0_00101???: word = 62'h0d8f7211b1570271;
            9'b0_00110???: word = 62'h0d2c8541efdaf1ef;
            9'b0_00111???: word = 62'h0ccd60522a6ee2ee;
            9'b0_01000???: word = 62'h0c71c72a616ad52d;
            9'b0_01001???: word = 62'h0c1982c2951ec88b;
            9'b0_01010???: word = 62'h0bc460a2c5c6bceb;
            9'b0_01011???: word = 62'h0b72326af3aab24a;
            9'b0_01100???: word = 62'h0b22cd631efea869;
            9'b0_01101???: word = 62'h0ad60a2b47f09f49;
            9'b0_01110???: word = 62'h0a8bc44b6eb496e8;
            9'b0_01111???: word = 62'h0a43da1b93728f07;
            9'b0_10000???: word = 62'h09fe2c3bb64a87e7;
            9'b0_10001???: word = 62'h09ba9db3d7668106;
            9'b0_10010???: word = 62'h09791373f6dc7ac6;
            9'b0_10011???: word = 62'h0939744414ce74e6;
            9'b0_10100???: word = 62'h08fba8b431586f65;
            9'b0_10101???: word = 62'h08bf9abc4c8a6a45;
            9'b0_10110???: word = 62'h088535e466826584;
            9'b0_10111???: word = 62'h084c66ec7f4c6104;
            9'b0_11000???: word = 62'h08151bc497005cc4;
            9'b0_11001???: word = 62'h07df4384adac58c4;
            9'b0_11010???: word = 62'h07aace3cc3625504;
            9'b0_11011???: word = 62'h0777acecd8325183;
            9'b0_11100???: word = 62'h0745d184ec244e23;
            9'b0_11101???: word = 62'h07152eacff4a4b02;
            9'b0_11110???: word = 62'h06e5b7e511aa4802;
            9'b0_11111???: word = 62'h06b7613d234e4543;
            9'b1_00000???: word = 62'h0673e33a78d10554;
            9'b1_00001???: word = 62'h061d72cab7bcf231;
            9'b1_00010???: word = 62'h05cacb82f21ee10f;
            9'b1_00011???: word = 62'h057ba8bb2868d18e;
            9'b1_00100???: word = 62'h052fcc5b5b02c36d;
            9'b1_00101???: word = 62'h04e6fe038a42b6ac;
            9'b1_00110???: word = 62'h04a10aabb676ab0b;
            9'b1_00111???: word = 62'h045dc3b3dfe2a06a;
            9'b1_01000???: word = 62'h041cfea406c496a9;
            9'b1_01001???: word = 62'h03de948c2b528de8;
            9'b1_01010???: word = 62'h03a261c44dbe85a7;
            9'b1_01011???: word = 62'h036845846e2e7e07;
            9'b1_01100???: word = 62'h0330218c8cd27726;
            9'b1_01101???: word = 62'h02f9da0ca9c670a6;
            9'b1_01110???: word = 62'h02c55534c52e6ac6;
            9'b1_01111???: word = 62'h02927b3cdf2a6525;
            9'b1_10000???: word = 62'h026135fcf7d06004;
            9'b1_10001???: word = 62'h023170e50f345b45;
            9'b1_10010???: word = 62'h020318dd257656c4;
            9'b1_10011???: word = 62'h01d61c153aa652a3;
            9'b1_10100???: word = 62'h01aa69f54ece4ec4;
            9'b1_10101???: word = 62'h017ff2ed620a4b24;
            9'b1_10110???: word = 62'h0156a885746847c3;
            9'b1_10111???: word = 62'h012e7d1585f04483;
            9'b1_11000???: word = 62'h010763dd96b241a3;
            9'b1_11001???: word = 62'h00e150eda6ba3ec3;
            9'b1_11010???: word = 62'h00bc38fdb6143c23;
            9'b1_11011???: word = 62'h00981175c4cc39a2;
            9'b1_11100???: word = 62'h0074d05dd2e63742;
            9'b1_11101???: word = 62'h00526c45e06e3522;
            9'b1_11110???: word = 62'h0030dc5ded6c3302;
            9'b1_11111???: word = 62'h00101835f9e83102;
            default: ;
          endcase
          c0_o = {3'd1, word[59:35]};
          c1_o = {{2{1'b1}}, word[34:17]};
          c2_o = {{2{1'b0}}, word[16:5], 1'b0};
          c3_o = {{2{1'b0}}, word[4:0]};
        end
        3'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_0000????: word = 62'h007f0407e1170b8a;
            9'b0_0001????: word = 62'h01776637a693202d;
            9'b0_0010????: word = 62'h0268c81770dd3210;
            9'b0_0011????: word = 62'h0353b9473f5b41b2;
            9'b0_0100????: word = 62'h0438b70711834f74;
            9'b0_0101????: word = 62'h05182f96e6eb5bb5;
            9'b0_0110????: word = 62'h05f28476bf316696;
            9'b0_0111????: word = 62'h06c80c869a057038;
            9'b0_1000????: word = 62'h07991556772b78f8;
            9'b0_1001????: word = 62'h0865e4b6566180d9;
            9'b0_1010????: word = 62'h092eb9c6377987f9;
            9'b0_1011????: word = 62'h09f3cd961a418e7a;
            9'b0_1100????: word = 62'h0ab55425fe97945b;
            9'b0_1101????: word = 62'h0b737cd5e45b99db;
            9'b0_1110????: word = 62'h0c2e7335cb699edc;
            9'b0_1111????: word = 62'h0ce65f35b3afa37b;
            9'b1_0000????: word = 62'h0df4dd5b2494a642;
            9'b1_0001????: word = 62'h0f5421cad1d4c366;
            9'b1_0010????: word = 62'h10a97f8a85e2dcc9;
            9'b1_0011????: word = 62'h11f5c1aa3fdef2ec;
            9'b1_0100????: word = 62'h13399959ff0b064e;
            9'b1_0101????: word = 62'h1475a279c2cd1790;
            9'b1_0110????: word = 62'h15aa66f98a9d26f2;
            9'b1_0111????: word = 62'h16d86189561134b3;
            9'b1_1000????: word = 62'h1800002924c140f5;
            9'b1_1001????: word = 62'h1921a558f6634c16;
            9'b1_1010????: word = 62'h1a3daa68caab5637;
            9'b1_1011????: word = 62'h1b545ff8a15b5f78;
            9'b1_1100????: word = 62'h1c660fb87a3f67d8;
            9'b1_1101????: word = 62'h1d72fca855256f78;
            9'b1_1110????: word = 62'h1e7b644831df7699;
            9'b1_1111????: word = 62'h1f7f7f18104b7d1a;
            default: ;
          endcase
          c0_o = {3'd1, word[60:36]};
          c1_o = {{1{1'b0}}, word[35:17]};
          c2_o = {{2{1'b1}}, word[16:5], 1'b0};
          c3_o = {{2{1'b1}}, word[4:0]};
        end
        3'd3: begin  // ex2
          unique casez (index_i)
            8'b00000???: word = 62'h0005934959b11f1e;
            8'b00001???: word = 62'h0010e8a55ba7dfc6;
            8'b00010???: word = 62'h001c7d885da9a07e;
            8'b00011???: word = 62'h002853575fb6e135;
            8'b00100???: word = 62'h00346b7f61cf61ed;
            8'b00101???: word = 62'h0040c77263f3a2ad;
            8'b00110???: word = 62'h004d68ae6623e36d;
            8'b00111???: word = 62'h005a50b66860a434;
            8'b01000???: word = 62'h006781186aa964fe;
            8'b01001???: word = 62'h0074fb686cff65cd;
            8'b01010???: word = 62'h0082c1466f62a69c;
            8'b01011???: word = 62'h0090d45871d2e77d;
            8'b01100???: word = 62'h009f36507450e855;
            8'b01101???: word = 62'h00ade8e976dce935;
            8'b01110???: word = 62'h00bcede579776a1c;
            8'b01111???: word = 62'h00cc47127c202b0d;
            8'b10000???: word = 62'h00dbf6497ed7ebfd;
            8'b10001???: word = 62'h00ebfd6c819eecf5;
            8'b10010???: word = 62'h00fc5e688475adec;
            8'b10011???: word = 62'h010d1b35875c2eec;
            8'b10100???: word = 62'h011e35d58a52eff4;
            8'b10101???: word = 62'h012fb0558d5a3105;
            8'b10110???: word = 62'h01418cd19072b214;
            8'b10111???: word = 62'h0153cd6c939c732c;
            8'b11000???: word = 62'h0166745996d7f44c;
            8'b11001???: word = 62'h017983d49a25756c;
            8'b11010???: word = 62'h018cfe279d85b69b;
            8'b11011???: word = 62'h01a0e5aba0f8b7cb;
            8'b11100???: word = 62'h01b53cc2a47ef903;
            8'b11101???: word = 62'h01ca05dfa818fa44;
            8'b11110???: word = 62'h01df4380abc73b8c;
            8'b11111???: word = 62'h01f4f832af8a3cdc;
            default: ;
          endcase
          c0_o = {3'd1, word[56:32]};
          c1_o = {{1{1'b0}}, word[31:14], 1'b0};
          c2_o = {{3{1'b0}}, word[13:3], 1'b0};
          c3_o = {{4{1'b1}}, word[2:0]};
        end
        3'd4: begin  // lg2
          unique casez (index_i)
            8'b00000???: word = 62'h005b9e65aec499eb;
            8'b00001???: word = 62'h010eb38d8354af0d;
            8'b00010???: word = 62'h01bc84255a6ac24e;
            8'b00011???: word = 62'h02655d4533ced3ef;
            8'b00100???: word = 62'h0309857d0f4ee431;
            8'b00101???: word = 62'h03a93dccecc2f312;
            8'b00110???: word = 62'h0444c1fccc0300f3;
            8'b00111???: word = 62'h04dc4934aceb0db4;
            8'b01000???: word = 62'h057006948f5d1974;
            8'b01001???: word = 62'h0600295c73392476;
            8'b01010???: word = 62'h068cdd84586b2eb6;
            8'b01011???: word = 62'h07164bec3ed73837;
            8'b01100???: word = 62'h079c9aac266b4117;
            8'b01101???: word = 62'h081fed4c0f0f4959;
            8'b01110???: word = 62'h08a064fbf8b5513a;
            8'b01111???: word = 62'h091e20ebe34f5879;
            8'b10000???: word = 62'h09993e3bcec95f39;
            8'b10001???: word = 62'h0a11d843bb1565bb;
            8'b10010???: word = 62'h0a8808c3a82d6bda;
            8'b10011???: word = 62'h0afbe7fb95ff717a;
            8'b10100???: word = 62'h0b6d8cbb848376da;
            8'b10101???: word = 62'h0bdd0c8373ad7bfb;
            8'b10110???: word = 62'h0c4a7bab637580bc;
            8'b10111???: word = 62'h0cb5ed6b53d3855c;
            8'b11000???: word = 62'h0d1f73fb44c1899b;
            8'b11001???: word = 62'h0d87209336318dbd;
            8'b11010???: word = 62'h0ded03932823919d;
            8'b11011???: word = 62'h0e512c731a8f953c;
            8'b11100???: word = 62'h0eb3a9f30d6d98bc;
            8'b11101???: word = 62'h0f148a1b00b79c1d;
            8'b11110???: word = 62'h0f73da3af46b9f3d;
            8'b11111???: word = 62'h0fd1a70ae881a25d;
            default: ;
          endcase
          c0_o = {3'd0, word[59:35]};
          c1_o = {{1{1'b0}}, word[34:17], 1'b0};
          c2_o = {{2{1'b1}}, word[16:5], 1'b0};
          c3_o = {{2{1'b1}}, word[4:0]};
        end
        3'd5: begin  // sin
          unique casez (index_i)
            8'b000000??: word = 62'h001921d592143f8c;
            8'b000001??: word = 62'h004b619991d63e94;
            8'b000010??: word = 62'h007d95bd915a3d9c;
            8'b000011??: word = 62'h00afb68390a03ca4;
            8'b000100??: word = 62'h00e1bc318fa8bbac;
            8'b000101??: word = 62'h01139f118e737ab4;
            8'b000110??: word = 62'h0145576f8d00b9bc;
            8'b000111??: word = 62'h0176dda18b50b8cc;
            8'b001000??: word = 62'h01a82a078963b7d4;
            8'b001001??: word = 62'h01d93503873a36e4;
            8'b001010??: word = 62'h0209f70584d4f5f3;
            8'b001011??: word = 62'h023a688d82327504;
            8'b001100??: word = 62'h026a821b7f55341c;
            8'b001101??: word = 62'h029a3c4d7c3d332b;
            8'b001110??: word = 62'h02c98fbf78e97244;
            8'b001111??: word = 62'h02f87529755cb15b;
            8'b010000??: word = 62'h0326e5517195f073;
            8'b010001??: word = 62'h0354d9096d95ef93;
            8'b010010??: word = 62'h0382493f695d2eb4;
            8'b010011??: word = 62'h03af2eef64ededd3;
            8'b010100??: word = 62'h03db832d6046ecfb;
            8'b010101??: word = 62'h04073f255b696c23;
            8'b010110??: word = 62'h04325c195656ab4b;
            8'b010111??: word = 62'h045cd35d510eea7b;
            8'b011000??: word = 62'h04869e6b4b9329ab;
            8'b011001??: word = 62'h04afb6cd45e468e3;
            8'b011010??: word = 62'h04d8162f4003681b;
            8'b011011??: word = 62'h04ffb65739f1275b;
            8'b011100??: word = 62'h0526912933ae269b;
            8'b011101??: word = 62'h054ca0a92d3be5db;
            8'b011110??: word = 62'h0571def3269b6523;
            8'b011111??: word = 62'h0596464b1fcd2473;
            8'b100000??: word = 62'h05b9d11718d2a3c3;
            8'b100001??: word = 62'h05dc79d911ace31b;
            8'b100010??: word = 62'h05fe3b3b0a5ce273;
            8'b100011??: word = 62'h061f100902e461ca;
            8'b100100??: word = 62'h063ef32afb432132;
            8'b100101??: word = 62'h065ddfbef37b609a;
            8'b100110??: word = 62'h067bd0feeb8e2002;
            8'b100111??: word = 62'h0698c24ae37c9f72;
            8'b101000??: word = 62'h06b4af2adb47deea;
            8'b101001??: word = 62'h06cf9350d2f15e6a;
            8'b101010??: word = 62'h06e96a9aca7a1dea;
            8'b101011??: word = 62'h0702310cc1e3dd6a;
            8'b101100??: word = 62'h0719e2ceb92fdcfa;
            8'b101101??: word = 62'h07307c3eb05f1c8a;
            8'b101110??: word = 62'h0745f9e0a7739c19;
            8'b101111??: word = 62'h075a585e9e6ddbb9;
            8'b110000??: word = 62'h076d949a954f9b59;
            8'b110001??: word = 62'h077fab9a8c1a5b01;
            8'b110010??: word = 62'h07909a9482cf9aa9;
            8'b110011??: word = 62'h07a05eea79709a61;
            8'b110100??: word = 62'h07aef6326ffeda19;
            8'b110101??: word = 62'h07bc5e2a667bd9d1;
            8'b110110??: word = 62'h07c894be5ce91999;
            8'b110111??: word = 62'h07d3981053481961;
            8'b111000??: word = 62'h07dd666a499a1931;
            8'b111001??: word = 62'h07e5fe483fe09909;
            8'b111010??: word = 62'h07ed5e5e361e18e0;
            8'b111011??: word = 62'h07f385802c5298c0;
            8'b111100??: word = 62'h07f872c0228058a8;
            8'b111101??: word = 62'h07fc255a18a89898;
            8'b111110??: word = 62'h07fe9cba0ecd1890;
            8'b111111??: word = 62'h07ffd88804ef5880;
            default: ;
          endcase
          c0_o = {2'd0, word[58:33]};
          c1_o = {{1{1'b0}}, word[32:14]};
          c2_o = {{2{1'b1}}, word[13:3], 2'b0};
          c3_o = {{3{1'b0}}, word[2:0], 1'b0};
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 62'h0000013ff7ffdff5;
            12'b0000_1???????: word = 62'h000001bfe3ffdffe;
            12'b0001_0???????: word = 62'h0000013fd6ffbff8;
            12'b0001_1???????: word = 62'h000001bf8dff5ff7;
            12'b0010_0???????: word = 62'h0000013f59fe7fdc;
            12'b0010_1???????: word = 62'h000001be39fd1fc9;
            12'b0011_0???????: word = 62'h0000013d6bf9df6c;
            12'b0011_1???????: word = 62'h000001b8fcf41f33;
            12'b0100_0???????: word = 62'h00000135f8e87dd4;
            12'b0100_1???????: word = 62'h000001a571d49d4f;
            12'b0101_0???????: word = 62'h0000011bf3b139e9;
            12'b0101_1???????: word = 62'h0000016866817a55;
            12'b0110_00??????: word = 62'h000000cf2f58b708;
            12'b0110_01??????: word = 62'h000000e13d3a3998;
            12'b0110_10??????: word = 62'h000000ece4251bb5;
            12'b0110_11??????: word = 62'h000000f43c173d41;
            12'b0111_00??????: word = 62'h0000007d300b9d3b;
            12'b0111_01??????: word = 62'h0000007ef5045ef6;
            12'b0111_1???????: word = 62'h0000007fc5013fbe;
            12'b1000_00??????: word = 62'h0000003ffc003ff1;
            12'b1000_01??????: word = 62'h0000003fff000000;
            12'b1000_1???????: word = 62'h0000004000000000;
            default: ;
          endcase
          c0_o = {10'd0, word[40:24], 1'b0};
          c1_o = {{6{1'b0}}, word[23:13], 3'b0};
          c2_o = {{2{word[12]}}, word[12:0]};
          c3_o = '0;
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b00??: narrow_o = 3'd1;
            4'b0100: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd491520;
        end
        3'd1: begin  // rsqrt
          bias_o = 19'd360448;
        end
        3'd2: begin  // sqrt
          bias_o = 19'd294912;
        end
        3'd3: begin  // ex2
          bias_o = 19'd229376;
        end
        3'd4: begin  // lg2
          bias_o = 19'd0;
        end
        3'd5: begin  // sin
          bias_o = 19'd0;
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            8'b1000_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        default: ;
      endcase
    end
  end else begin : gen_quadratic
    logic [54:0] word;
    always_comb begin
      word     = '0;
      c0_o     = '0;
      c1_o     = '0;
      c2_o     = '0;
      c3_o     = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i)
            8'b0000000?: word = 55'h7f00ff407f1fd1;
            8'b0000001?: word = 55'h7d08e581793f76;
            8'b0000010?: word = 55'h7b1885c26d9f17;
            8'b0000011?: word = 55'h792fb2835c6ebf;
            8'b0000100?: word = 55'h774e400445de6e;
            8'b0000101?: word = 55'h757404452a1e17;
            8'b0000110?: word = 55'h73a0d586093dc9;
            8'b0000111?: word = 55'h71d48c06e36d7f;
            8'b0001000?: word = 55'h700f0147b8dd31;
            8'b0001001?: word = 55'h6e500f4889ace6;
            8'b0001010?: word = 55'h6c97918955fc9f;
            8'b0001011?: word = 55'h6ae5644a1ddc5d;
            8'b0001100?: word = 55'h6939658ae18c17;
            8'b0001101?: word = 55'h6793734ba10bd6;
            8'b0001110?: word = 55'h65f36d0c5c9b96;
            8'b0001111?: word = 55'h6459330d142b5e;
            8'b0010000?: word = 55'h62c4a6cdc7fb21;
            8'b0010001?: word = 55'h6135aa0e781ae6;
            8'b0010010?: word = 55'h5fac1fcf249aab;
            8'b0010011?: word = 55'h5e27eb8fcd9a73;
            8'b0010100?: word = 55'h5ca8f190733a42;
            8'b0010101?: word = 55'h5b2f1791158a08;
            8'b0010110?: word = 55'h59ba4291b499db;
            8'b0010111?: word = 55'h584a59d25089a9;
            8'b0011000?: word = 55'h56df4452e96976;
            8'b0011001?: word = 55'h5578e9d37f5947;
            8'b0011010?: word = 55'h541732d412591b;
            8'b0011011?: word = 55'h52ba0894a288ed;
            8'b0011100?: word = 55'h516154952fe8c1;
            8'b0011101?: word = 55'h500d0115baa899;
            8'b0011110?: word = 55'h4ebcf91642c86d;
            8'b0011111?: word = 55'h4d712796c85848;
            8'b0100000?: word = 55'h4c2978d74b681c;
            8'b0100001?: word = 55'h4ae5d8d7cc17f5;
            8'b0100010?: word = 55'h49a634584a57d2;
            8'b0100011?: word = 55'h486a78d8c657b0;
            8'b0100100?: word = 55'h4732941940078d;
            8'b0100101?: word = 55'h45fe7459b79769;
            8'b0100110?: word = 55'h44ce081a2cf743;
            8'b0100111?: word = 55'h43a13e5aa03722;
            8'b0101000?: word = 55'h4278065b117706;
            8'b0101001?: word = 55'h4152505b80a6e6;
            8'b0101010?: word = 55'h40300c5bedf6c6;
            8'b0101011?: word = 55'h3f112adc5956a9;
            8'b0101100?: word = 55'h3df59cdcc2d68c;
            8'b0101101?: word = 55'h3cdd53dd2a866a;
            8'b0101110?: word = 55'h3bc840dd907653;
            8'b0101111?: word = 55'h3ab6565df49637;
            8'b0110000?: word = 55'h39a7869e571619;
            8'b0110001?: word = 55'h389bc3deb7e5ff;
            8'b0110010?: word = 55'h3793011f1715e6;
            8'b0110011?: word = 55'h368d319f74b5cd;
            8'b0110100?: word = 55'h358a489fd0c5b7;
            8'b0110101?: word = 55'h348a3a202b559f;
            8'b0110110?: word = 55'h338cfa20846584;
            8'b0110111?: word = 55'h32927ca0dbf56c;
            8'b0111000?: word = 55'h319ab621322559;
            8'b0111001?: word = 55'h30a59ba186f542;
            8'b0111010?: word = 55'h2fb32221da652a;
            8'b0111011?: word = 55'h2ec33ea22c7514;
            8'b0111100?: word = 55'h2dd5e6a27d4502;
            8'b0111101?: word = 55'h2ceb0fe2ccd4f0;
            8'b0111110?: word = 55'h2c02b0631b14dc;
            8'b0111111?: word = 55'h2b1cbe236824ca;
            8'b1000000?: word = 55'h2a392fa3b3f4b4;
            8'b1000001?: word = 55'h2957fb23fea4a1;
            8'b1000010?: word = 55'h28791764483491;
            8'b1000011?: word = 55'h279c7b64909481;
            8'b1000100?: word = 55'h26c21e64d7e46c;
            8'b1000101?: word = 55'h25e9f7651e245a;
            8'b1000110?: word = 55'h2513fde5634449;
            8'b1000111?: word = 55'h24402965a7643c;
            8'b100100??: word = 55'h23065ea60b9422;
            8'b100101??: word = 55'h216b31a68de403;
            8'b100110??: word = 55'h1fd80a670c63e5;
            8'b100111??: word = 55'h1e4cada78733c8;
            8'b101000??: word = 55'h1cc8e1e7fe83ac;
            8'b101001??: word = 55'h1b4c7028728392;
            8'b101010??: word = 55'h19d72328e3337a;
            8'b101011??: word = 55'h1868c86950c361;
            8'b101100??: word = 55'h17012e69bb5349;
            8'b101101??: word = 55'h15a025ea22f331;
            8'b101110??: word = 55'h144580ea87d31c;
            8'b101111??: word = 55'h12f113eae9f307;
            8'b110000??: word = 55'h11a2b42b4982f2;
            8'b110001??: word = 55'h105a38eba682de;
            8'b110010??: word = 55'h0f177a2c0122cc;
            8'b110011??: word = 55'h0dda526c5962b9;
            8'b110100??: word = 55'h0ca29c6caf62a7;
            8'b110101??: word = 55'h0b7034ad033296;
            8'b110110??: word = 55'h0a42f8ed54e285;
            8'b110111??: word = 55'h091ac7ada48275;
            8'b111000??: word = 55'h07f780edf23266;
            8'b111001??: word = 55'h06d905ae3e0257;
            8'b111010??: word = 55'h05bf37ee87e247;
            8'b111011??: word = 55'h04a9fa2ed0023a;
            8'b111100??: word = 55'h039930af16722d;
            8'b111101??: word = 55'h028cc02f5b221f;
            8'b111110??: word = 55'h01848e2f9e4212;
            8'b111111??: word = 55'h008080efdfc206;
            default: ;
          endcase
          c0_o = {3'd1, word[54:30]};
          c1_o = {{2{1'b1}}, word[29:12]};
          c2_o = {{3{1'b0}}, word[11:0]};
          c3_o = '0;
        end
        3'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_0000000?: word = 55'h1fe0180017ddf2;
            9'b0_0000001?: word = 55'h1fa0d60046f5d4;
            9'b0_0000010?: word = 55'h1f624e80751db6;
            9'b0_0000011?: word = 55'h1f247df0a26d9a;
            9'b0_0000100?: word = 55'h1ee760d0cee583;
            9'b0_0000101?: word = 55'h1eaaf3e0fa7d66;
            9'b0_0000110?: word = 55'h1e6f33c1254d4c;
            9'b0_0000111?: word = 55'h1e341d414f5535;
            9'b0_0001000?: word = 55'h1df9ad5178951b;
            9'b0_0001001?: word = 55'h1dbfe0e1a11502;
            9'b0_0001010?: word = 55'h1d86b4f1c8d4ed;
            9'b0_0001011?: word = 55'h1d4e26b1efe4d6;
            9'b0_0001100?: word = 55'h1d1633421644c4;
            9'b0_0001101?: word = 55'h1cded8023bf4a9;
            9'b0_0001110?: word = 55'h1ca8122260fc95;
            9'b0_0001111?: word = 55'h1c71df12856484;
            9'b0_0010000?: word = 55'h1c3c3c52a9246f;
            9'b0_0010001?: word = 55'h1c072762cc445a;
            9'b0_0010010?: word = 55'h1bd29dd2eed445;
            9'b0_0010011?: word = 55'h1b9e9d3310cc38;
            9'b0_0010100?: word = 55'h1b6b2353322c26;
            9'b0_0010101?: word = 55'h1b382de3530414;
            9'b0_0010110?: word = 55'h1b05bab3734c02;
            9'b0_0010111?: word = 55'h1ad3c793930bf3;
            9'b0_001100??: word = 55'h1a89c683c1abd7;
            9'b0_001101??: word = 55'h1a28c773fe23b8;
            9'b0_001110??: word = 55'h19c9a46438b39a;
            9'b0_001111??: word = 55'h196c4e5471637d;
            9'b0_010000??: word = 55'h1910b6e4a85b61;
            9'b0_010001??: word = 55'h18b6d054dda347;
            9'b0_010010??: word = 55'h185e8d75114b2f;
            9'b0_010011??: word = 55'h1807e1c5437316;
            9'b0_010100??: word = 55'h17b2c1157412ff;
            9'b0_010101??: word = 55'h175f1fe5a352e8;
            9'b0_010110??: word = 55'h170cf2f5d12ad4;
            9'b0_010111??: word = 55'h16bc2fc5fdbabf;
            9'b0_011000??: word = 55'h166ccbf6290aac;
            9'b0_011001??: word = 55'h161ebdc6532298;
            9'b0_011010??: word = 55'h15d1fbb67c1a86;
            9'b0_011011??: word = 55'h15867ca6a3ea74;
            9'b0_011100??: word = 55'h153c37d6caaa63;
            9'b0_011101??: word = 55'h14f324d6f06254;
            9'b0_011110??: word = 55'h14ab3ba7151a43;
            9'b0_011111??: word = 55'h1464744738e235;
            9'b0_100000??: word = 55'h141ec7575bb227;
            9'b0_100001??: word = 55'h13da2d877daa18;
            9'b0_100010??: word = 55'h13969fd79ec20b;
            9'b0_100011??: word = 55'h13541787bf01fd;
            9'b0_100100??: word = 55'h13128e07de79f1;
            9'b0_100101??: word = 55'h12d1fd17fd29e5;
            9'b0_100110??: word = 55'h12925ea81b19da;
            9'b0_100111??: word = 55'h1253acd83851ce;
            9'b0_101000??: word = 55'h1215e1f854d1c2;
            9'b0_101001??: word = 55'h11d8f88870a9b8;
            9'b0_101010??: word = 55'h119ceb388be1ae;
            9'b0_101011??: word = 55'h1161b4e8a671a4;
            9'b0_101100??: word = 55'h112750a8c0619b;
            9'b0_101101??: word = 55'h10edb9a8d9c192;
            9'b0_101110??: word = 55'h10b4eb48f28988;
            9'b0_101111??: word = 55'h107ce0e90ac980;
            9'b0_110000??: word = 55'h10459649227978;
            9'b0_110001??: word = 55'h100f072939a16f;
            9'b0_110010??: word = 55'h0fd92f69505167;
            9'b0_110011??: word = 55'h0fa40b0966815f;
            9'b0_110100??: word = 55'h0f6f96397c3157;
            9'b0_110101??: word = 55'h0f3bcd29917151;
            9'b0_110110??: word = 55'h0f08ac59a64149;
            9'b0_110111??: word = 55'h0ed63019ba9943;
            9'b0_111000??: word = 55'h0ea45519ce913c;
            9'b0_111001??: word = 55'h0e731809e21935;
            9'b0_111010??: word = 55'h0e427599f5392e;
            9'b0_111011??: word = 55'h0e126aaa07f929;
            9'b0_111100??: word = 55'h0de2f43a1a5923;
            9'b0_111101??: word = 55'h0db40f4a2c591e;
            9'b0_111110??: word = 55'h0d85b90a3e0117;
            9'b0_111111??: word = 55'h0d57ee8a4f5113;
            9'b1_0000000?: word = 55'h0d2aad34c09433;
            9'b1_0000001?: word = 55'h0cfdf254e1dc1d;
            9'b1_0000010?: word = 55'h0cd1bb4502840d;
            9'b1_0000011?: word = 55'h0ca605a5228bf5;
            9'b1_0000100?: word = 55'h0c7acee541fbe3;
            9'b1_0000101?: word = 55'h0c5014a560d3d4;
            9'b1_0000110?: word = 55'h0c25d4b57f13bc;
            9'b1_0000111?: word = 55'h0bfc0ca59ccbad;
            9'b1_000100??: word = 55'h0bbe3cb5c84b94;
            9'b1_000101??: word = 55'h0b6d61e6008b74;
            9'b1_000110??: word = 55'h0b1e410636d355;
            9'b1_000111??: word = 55'h0ad0caa66b3338;
            9'b1_001000??: word = 55'h0a84f0069dc31b;
            9'b1_001001??: word = 55'h0a3aa306ce9b00;
            9'b1_001010??: word = 55'h09f1d646fddae7;
            9'b1_001011??: word = 55'h09aa7d172b82ce;
            9'b1_001100??: word = 55'h09648b2757b2b8;
            9'b1_001101??: word = 55'h091ff4f78272a1;
            9'b1_001110??: word = 55'h08dcaf57abda8b;
            9'b1_001111??: word = 55'h089aafa7d3f278;
            9'b1_010000??: word = 55'h0859ebd7fad264;
            9'b1_010001??: word = 55'h081a5a18208251;
            9'b1_010010??: word = 55'h07dbf118450a40;
            9'b1_010011??: word = 55'h079ea808687a2e;
            9'b1_010100??: word = 55'h076276488ae21e;
            9'b1_010101??: word = 55'h072753a8ac420f;
            9'b1_010110??: word = 55'h06ed3858ccb1ff;
            9'b1_010111??: word = 55'h06b41cc8ec39f1;
            9'b1_011000??: word = 55'h067bf9a90ad1e3;
            9'b1_011001??: word = 55'h0644c8192899d6;
            9'b1_011010??: word = 55'h060e81694591c9;
            9'b1_011011??: word = 55'h05d91f1961b9bd;
            9'b1_011100??: word = 55'h05a49b097d19b0;
            9'b1_011101??: word = 55'h0570ef3997c9a5;
            9'b1_011110??: word = 55'h053e15e9b1c19a;
            9'b1_011111??: word = 55'h050c0999cb0990;
            9'b1_100000??: word = 55'h04dac4f9e3a985;
            9'b1_100001??: word = 55'h04aa42e9fbb17b;
            9'b1_100010??: word = 55'h047a7e6a131172;
            9'b1_100011??: word = 55'h044b72ba29e169;
            9'b1_100100??: word = 55'h041d1b4a40215f;
            9'b1_100101??: word = 55'h03ef738a55d158;
            9'b1_100110??: word = 55'h03c2774a6b014f;
            9'b1_100111??: word = 55'h0396225a7fa947;
            9'b1_101000??: word = 55'h036a70ba93d13f;
            9'b1_101001??: word = 55'h033f5e7aa78138;
            9'b1_101010??: word = 55'h0314e7eabac130;
            9'b1_101011??: word = 55'h02eb096acd8929;
            9'b1_101100??: word = 55'h02c1bf6adfe122;
            9'b1_101101??: word = 55'h0299068af1d11b;
            9'b1_101110??: word = 55'h0270db7b035915;
            9'b1_101111??: word = 55'h02493b1b14790f;
            9'b1_110000??: word = 55'h0222223b25390a;
            9'b1_110001??: word = 55'h01fb8dfb35a104;
            9'b1_110010??: word = 55'h01d57b6b45a8fd;
            9'b1_110011??: word = 55'h01afe7ab5558f8;
            9'b1_110100??: word = 55'h018ad00b64b0f3;
            9'b1_110101??: word = 55'h016631eb73b8ee;
            9'b1_110110??: word = 55'h01420abb8268e8;
            9'b1_110111??: word = 55'h011e57eb90d0e4;
            9'b1_111000??: word = 55'h00fb171b9ee8df;
            9'b1_111001??: word = 55'h00d845ebacb8db;
            9'b1_111010??: word = 55'h00b5e22bba40d6;
            9'b1_111011??: word = 55'h0093e97bc788d3;
            9'b1_111100??: word = 55'h007259dbd480ce;
            9'b1_111101??: word = 55'h0051311be140c9;
            9'b1_111110??: word = 55'h00306d2bedb8c6;
            9'b1_111111??: word = 55'h00100c2bf9f8c2;
            default: ;
          endcase
          c0_o = {3'd1, word[52:28]};
          c1_o = {{3{1'b1}}, word[27:11]};
          c2_o = {{4{1'b0}}, word[10:0]};
          c3_o = '0;
        end
        3'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_000000??: word = 55'h003fe04ff0240f;
            9'b0_000001??: word = 55'h00bee38fd0dc23;
            9'b0_000010??: word = 55'h013cef6fb24c3c;
            9'b0_000011??: word = 55'h01ba09af946c4f;
            9'b0_000100??: word = 55'h0236378f773462;
            9'b0_000101??: word = 55'h02b17e2f5a9c77;
            9'b0_000110??: word = 55'h032be28f3ea48c;
            9'b0_000111??: word = 55'h03a5698f23449c;
            9'b0_00100???: word = 55'h045a1eeefb4cb6;
            9'b0_00101???: word = 55'h0548338ec7ccd8;
            9'b0_00110???: word = 55'h063320ce9654f8;
            9'b0_00111???: word = 55'h071b05ee66c515;
            9'b0_01000???: word = 55'h0800002e38f531;
            9'b0_01001???: word = 55'h08e22b2e0cd54b;
            9'b0_01010???: word = 55'h09c1a0cde24562;
            9'b0_01011???: word = 55'h0a9e792db92d79;
            9'b0_01100???: word = 55'h0b78cb4d917590;
            9'b0_01101???: word = 55'h0c50ad0d6b15a3;
            9'b0_01110???: word = 55'h0d26328d45edb8;
            9'b0_01111???: word = 55'h0df96f8d21fdca;
            9'b0_10000???: word = 55'h0eca762cff25db;
            9'b0_10001???: word = 55'h0f9957ecdd5dec;
            9'b0_10010???: word = 55'h1066256cbc95fb;
            9'b0_10011???: word = 55'h1130ee4c9cc60a;
            9'b0_10100???: word = 55'h11f9c18c7dde19;
            9'b0_10101???: word = 55'h12c0ad6c5fd627;
            9'b0_10110???: word = 55'h1385bfac42a633;
            9'b0_10111???: word = 55'h1449050c263e40;
            9'b0_11000???: word = 55'h150a8a2c0a964b;
            9'b0_11001???: word = 55'h15ca5aabefae57;
            9'b0_11010???: word = 55'h1688820bd56e62;
            9'b0_11011???: word = 55'h17450b0bbbde6d;
            9'b0_11100???: word = 55'h1800002ba2f677;
            9'b0_11101???: word = 55'h18b96b6b8a9e80;
            9'b0_11110???: word = 55'h1971564b72e688;
            9'b0_11111???: word = 55'h1a27c9eb5bbe92;
            9'b1_000000??: word = 55'h1adccf368a2a6b;
            9'b1_000001??: word = 55'h1b906eb65df289;
            9'b1_000010??: word = 55'h1c42b07632baa8;
            9'b1_000011??: word = 55'h1cf39c56087ac7;
            9'b1_000100??: word = 55'h1da339f5df2ae5;
            9'b1_000101??: word = 55'h1e519095b6bb02;
            9'b1_000110??: word = 55'h1efea7558f2b1b;
            9'b1_000111??: word = 55'h1faa84d5686b38;
            9'b1_001000??: word = 55'h20552fd542834d;
            9'b1_001001??: word = 55'h20feae751d5b66;
            9'b1_001010??: word = 55'h21a706d4f8f382;
            9'b1_001011??: word = 55'h224e3f14d54395;
            9'b1_00110???: word = 55'h23470334a123b7;
            9'b1_00111???: word = 55'h248ef6345ddbe0;
            9'b1_010000??: word = 55'h258235342cfbfd;
            9'b1_010001??: word = 55'h26231d540d3411;
            9'b1_010010??: word = 55'h26c30993ee0421;
            9'b1_010011??: word = 55'h2761fe53cf5c37;
            9'b1_010100??: word = 55'h28000033b14448;
            9'b1_010101??: word = 55'h289d137393b458;
            9'b1_010110??: word = 55'h29393c3376a468;
            9'b1_010111??: word = 55'h29d47e935a1476;
            9'b1_01100???: word = 55'h2abbba9330348d;
            9'b1_01101???: word = 55'h2bed0812f9ecaa;
            9'b1_011100??: word = 55'h2ccfd012d254bc;
            9'b1_011101??: word = 55'h2d65fad2b87ccc;
            9'b1_011110??: word = 55'h2dfb58929f14da;
            9'b1_011111??: word = 55'h2e8fec92860ce5;
            9'b1_10000???: word = 55'h2f6d57126144f8;
            9'b1_10001???: word = 55'h3091ea52318510;
            9'b1_10010???: word = 55'h31b38cd2032d25;
            9'b1_10011???: word = 55'h32d254b1d62d3a;
            9'b1_10100???: word = 55'h33ee5731aa7d4f;
            9'b1_10101???: word = 55'h3507a871800563;
            9'b1_10110???: word = 55'h361e5bd156b574;
            9'b1_10111???: word = 55'h373283912e8d85;
            9'b1_11000???: word = 55'h38443131076d96;
            9'b1_11001???: word = 55'h39537570e15da7;
            9'b1_11010???: word = 55'h3a606070bc45b7;
            9'b1_11011???: word = 55'h3b6b0190981dc5;
            9'b1_11100???: word = 55'h3c73677074ddd3;
            9'b1_11101???: word = 55'h3d79a0305275e1;
            9'b1_11110???: word = 55'h3e7db97030e5ed;
            9'b1_11111???: word = 55'h3f7fbff01025fb;
            default: ;
          endcase
          c0_o = {3'd1, word[53:29]};
          c1_o = {{2{1'b0}}, word[28:11]};
          c2_o = {{4{1'b1}}, word[10:0]};
          c3_o = '0;
        end
        3'd3: begin  // ex2
          unique casez (index_i)
            8'b000000??: word = 55'h002c7b759349ef;
            8'b000001??: word = 55'h00862bf5a2d1f4;
            8'b000010??: word = 55'h00e0d675b289f9;
            8'b000011??: word = 55'h013c7db5c269ff;
            8'b000100??: word = 55'h01992475d27a05;
            8'b000101??: word = 55'h01f6cd85e2b60a;
            8'b000110??: word = 55'h02557ba5f31e0f;
            8'b000111??: word = 55'h02b531b603b215;
            8'b001000??: word = 55'h0315f29614761b;
            8'b001001??: word = 55'h0377c126256a22;
            8'b001010??: word = 55'h03daa066368e27;
            8'b001011??: word = 55'h043e934647de2d;
            8'b001100??: word = 55'h04a39cc6596233;
            8'b001101??: word = 55'h0509bfe66b1239;
            8'b001110??: word = 55'h0570ffc67cf63f;
            8'b001111??: word = 55'h05d95f768f0e46;
            8'b010000??: word = 55'h0642e216a1564d;
            8'b010001??: word = 55'h06ad8ae6b3d252;
            8'b010010??: word = 55'h07195cf6c6825a;
            8'b010011??: word = 55'h07865ba6d96260;
            8'b010100??: word = 55'h07f48a26ec7a67;
            8'b010101??: word = 55'h0863ebd6ffca6d;
            8'b010110??: word = 55'h08d483f7134a74;
            8'b010111??: word = 55'h0946560727067a;
            8'b011000??: word = 55'h09b965573af681;
            8'b011001??: word = 55'h0a2db5674f1e89;
            8'b011010??: word = 55'h0aa349b7637e90;
            8'b011011??: word = 55'h0b1a25c7781697;
            8'b011100??: word = 55'h0b924d378cea9e;
            8'b011101??: word = 55'h0c0bc397a1f6a5;
            8'b011110??: word = 55'h0c868c87b73aad;
            8'b011111??: word = 55'h0d02abc7ccbeb4;
            8'b100000??: word = 55'h0d802507e27abc;
            8'b100001??: word = 55'h0dfefc17f876c3;
            8'b100010??: word = 55'h0e7f34b80eaeca;
            8'b100011??: word = 55'h0f00d2c82526d2;
            8'b100100??: word = 55'h0f83da283bdada;
            8'b100101??: word = 55'h10084ec852cee3;
            8'b100110??: word = 55'h108e34a86a02eb;
            8'b100111??: word = 55'h11158fd88176f2;
            8'b101000??: word = 55'h119e6458992efa;
            8'b101001??: word = 55'h1228b638b12703;
            8'b101010??: word = 55'h12b489b8c95f0c;
            8'b101011??: word = 55'h1341e308e1df14;
            8'b101100??: word = 55'h13d0c658fa9f1d;
            8'b101101??: word = 55'h146137f913a726;
            8'b101110??: word = 55'h14f33c492cf72e;
            8'b101111??: word = 55'h1586d7a9468b36;
            8'b110000??: word = 55'h161c0e79606740;
            8'b110001??: word = 55'h16b2e5397a8b4a;
            8'b110010??: word = 55'h174b608994f752;
            8'b110011??: word = 55'h17e584d9afab5c;
            8'b110100??: word = 55'h188156e9caab65;
            8'b110101??: word = 55'h191edb49e5f76f;
            8'b110110??: word = 55'h19be16ca018f78;
            8'b110111??: word = 55'h1a5f0e3a1d7381;
            8'b111000??: word = 55'h1b01c65a39a78a;
            8'b111001??: word = 55'h1ba6440a562795;
            8'b111010??: word = 55'h1c4c8c4a72f7a0;
            8'b111011??: word = 55'h1cf4a41a901ba9;
            8'b111100??: word = 55'h1d9e907aad8bb4;
            8'b111101??: word = 55'h1e4a569acb4fbd;
            8'b111110??: word = 55'h1ef7fb7ae967c9;
            8'b111111??: word = 55'h1fa7847b07d3d3;
            default: ;
          endcase
          c0_o = {3'd1, word[52:28]};
          c1_o = {{2{1'b0}}, word[27:10]};
          c2_o = {{5{1'b0}}, word[9:0]};
          c3_o = '0;
        end
        3'd4: begin  // lg2
          unique casez (index_i)
            8'b0000000?: word = 55'h005c2736fe5243;
            8'b0000001?: word = 55'h01136336d0da5a;
            8'b0000010?: word = 55'h01c93656a41a72;
            8'b0000011?: word = 55'h027da636780a85;
            8'b0000100?: word = 55'h0330b8164c9a9c;
            8'b0000101?: word = 55'h03e2715621daaf;
            8'b0000110?: word = 55'h0492d6f5f7bac6;
            8'b0000111?: word = 55'h0541ee15ce3adc;
            8'b000100??: word = 55'h06462875912af6;
            8'b000101??: word = 55'h079cbb1541bb1c;
            8'b000110??: word = 55'h08ee68d4f48b40;
            8'b000111??: word = 55'h0a3b5514a98360;
            8'b001000??: word = 55'h0b83a174608b81;
            8'b001001??: word = 55'h0cc76e941993a0;
            8'b001010??: word = 55'h0e06db73d483be;
            8'b001011??: word = 55'h0f4206139143da;
            8'b001100??: word = 55'h10790af34fcbf6;
            8'b001101??: word = 55'h11ac05d30ffc10;
            8'b001110??: word = 55'h12db1112d1d42a;
            8'b001111??: word = 55'h14064652953c42;
            8'b010000??: word = 55'h152dbe125a1c5a;
            8'b010001??: word = 55'h16518ff2207c71;
            8'b010010??: word = 55'h1771d2d1e83c87;
            8'b010011??: word = 55'h188e9c91b1549b;
            8'b010100??: word = 55'h19a802517bbcb0;
            8'b010101??: word = 55'h1abe1891475cc4;
            8'b010110??: word = 55'h1bd0f2f1143cd8;
            8'b010111??: word = 55'h1ce0a4b0e244e9;
            8'b011000??: word = 55'h1ded3ff0b16cfb;
            8'b011001??: word = 55'h1ef6d69081ad0c;
            8'b011010??: word = 55'h1ffd79b052fd1d;
            8'b011011??: word = 55'h210139f025552d;
            8'b011100??: word = 55'h2202276ff89d3d;
            8'b011101??: word = 55'h230051afcce54c;
            8'b011110??: word = 55'h23fbc7afa21d5b;
            8'b011111??: word = 55'h24f4980f782d69;
            8'b100000??: word = 55'h25ead0ef4f2577;
            8'b100001??: word = 55'h26de800f26f583;
            8'b100010??: word = 55'h27cfb26eff9591;
            8'b100011??: word = 55'h28be754ed8fd9c;
            8'b100100??: word = 55'h29aad4ceb32da8;
            8'b100101??: word = 55'h2a94dd2e8e15b4;
            8'b100110??: word = 55'h2b7c9a2e69bdc0;
            8'b100111??: word = 55'h2c62172e4615cb;
            8'b101000??: word = 55'h2d455f4e231dd6;
            8'b101001??: word = 55'h2e267d4e00cde0;
            8'b101010??: word = 55'h2f057b8ddf25ea;
            8'b101011??: word = 55'h2fe2644dbe1df5;
            8'b101100??: word = 55'h30bd416d9db5fe;
            8'b101101??: word = 55'h31961c8d7dde07;
            8'b101110??: word = 55'h326cfeed5e9e10;
            8'b101111??: word = 55'h3341f1ad3fe61a;
            8'b110000??: word = 55'h3414fdcd21c621;
            8'b110001??: word = 55'h34e62bad04262a;
            8'b110010??: word = 55'h35b583cce70e33;
            8'b110011??: word = 55'h36830e6cca6e3b;
            8'b110100??: word = 55'h374ed36cae5643;
            8'b110101??: word = 55'h3818da8c92b64a;
            8'b110110??: word = 55'h38e12b6c778e51;
            8'b110111??: word = 55'h39a7cd4c5cd658;
            8'b111000??: word = 55'h3a6cc76c429660;
            8'b111001??: word = 55'h3b3020cc28be67;
            8'b111010??: word = 55'h3bf1e04c0f566d;
            8'b111011??: word = 55'h3cb20c8bf65673;
            8'b111100??: word = 55'h3d70ac0bddbe79;
            8'b111101??: word = 55'h3e2dc50bc58680;
            8'b111110??: word = 55'h3ee95debadb686;
            8'b111111??: word = 55'h3fa37cab96468b;
            default: ;
          endcase
          c0_o = {3'd0, word[53:29]};
          c1_o = {{2{1'b0}}, word[28:11]};
          c2_o = {{4{1'b1}}, word[10:0]};
          c3_o = '0;
        end
        3'd5: begin  // sin
          unique casez (index_i)
            8'b0000000?: word = 55'h00c90fd921dff8;
            8'b0000001?: word = 55'h025b271920e7e9;
            8'b0000010?: word = 55'h03ed27391ef7d9;
            8'b0000011?: word = 55'h057f00791c0fca;
            8'b0000100?: word = 55'h0710a399182fba;
            8'b0000101?: word = 55'h08a200d91357ab;
            8'b0000110?: word = 55'h0a3308f90d879c;
            8'b0000111?: word = 55'h0bc3ac7906bf8c;
            8'b0001000?: word = 55'h0d53dbd8ff077d;
            8'b0001001?: word = 55'h0ee387b8f64f6d;
            8'b0001010?: word = 55'h1072a098eca75d;
            8'b0001011?: word = 55'h12011718e2074f;
            8'b0001100?: word = 55'h138edbf8d66f3f;
            8'b0001101?: word = 55'h151bdfd8c9e72f;
            8'b0001110?: word = 55'h16a81358bc6720;
            8'b0001111?: word = 55'h18336738adef11;
            8'b0010000?: word = 55'h19bdcc389e8702;
            8'b0010001?: word = 55'h1b4733388e2ef3;
            8'b0010010?: word = 55'h1ccf8cf87cdee4;
            8'b0010011?: word = 55'h1e56ca586aa6d5;
            8'b0010100?: word = 55'h1fdcdc585776c6;
            8'b0010101?: word = 55'h2161b3f84356b6;
            8'b0010110?: word = 55'h22e541f82e46a8;
            8'b0010111?: word = 55'h24677798184699;
            8'b0011000?: word = 55'h25e845f8015e8a;
            8'b0011001?: word = 55'h27679e37e9867b;
            8'b0011010?: word = 55'h28e57197d0be6c;
            8'b0011011?: word = 55'h2a61b157b70e5d;
            8'b0011100?: word = 55'h2bdc4eb79c764f;
            8'b0011101?: word = 55'h2d553b3780f641;
            8'b0011110?: word = 55'h2ecc6857648633;
            8'b0011111?: word = 55'h3041c7b7473623;
            8'b0100000?: word = 55'h31b54a9728fe16;
            8'b0100001?: word = 55'h3326e2f709e608;
            8'b0100010?: word = 55'h34968296e9e5f9;
            8'b0100011?: word = 55'h36041b16c905eb;
            8'b0100100?: word = 55'h376f9e96a745dc;
            8'b0100101?: word = 55'h38d8fed6849dcf;
            8'b0100110?: word = 55'h3a402e166125c1;
            8'b0100111?: word = 55'h3ba51e763cc5b3;
            8'b0101000?: word = 55'h3d07c216178da6;
            8'b0101001?: word = 55'h3e680b75f17d98;
            8'b0101010?: word = 55'h3fc5ecd5ca8d8b;
            8'b0101011?: word = 55'h412158d5a2cd7d;
            8'b0101100?: word = 55'h427a42157a3570;
            8'b0101101?: word = 55'h43d09b3550c562;
            8'b0101110?: word = 55'h452456f5268d56;
            8'b0101111?: word = 55'h46756874fb7d48;
            8'b0110000?: word = 55'h47c3c274cf9d3b;
            8'b0110001?: word = 55'h490f5834a2f52e;
            8'b0110010?: word = 55'h4a581cd4757d23;
            8'b0110011?: word = 55'h4b9e03d4473d15;
            8'b0110100?: word = 55'h4ce10074183509;
            8'b0110101?: word = 55'h4e210653e864fd;
            8'b0110110?: word = 55'h4f5e0913b7d4f1;
            8'b0110111?: word = 55'h5097fc93867ce5;
            8'b0111000?: word = 55'h51ced4b35464d8;
            8'b0111001?: word = 55'h53028553218ccd;
            8'b0111010?: word = 55'h543302b2edfcc1;
            8'b0111011?: word = 55'h55604112b9acb6;
            8'b0111100?: word = 55'h568a34d284acab;
            8'b0111101?: word = 55'h57b0d2924eec9e;
            8'b0111110?: word = 55'h58d40eb2187c94;
            8'b0111111?: word = 55'h59f3de51e15488;
            8'b1000000?: word = 55'h5b103611a9847d;
            8'b1000001?: word = 55'h5c290af170fc73;
            8'b1000010?: word = 55'h5d3e527137d467;
            8'b1000011?: word = 55'h5e500190fdf45d;
            8'b1000100?: word = 55'h5f5e0df0c37452;
            8'b1000101?: word = 55'h60686cf0885449;
            8'b1000110?: word = 55'h616f14904c843f;
            8'b1000111?: word = 55'h6271fa90101c35;
            8'b1001000?: word = 55'h637114efd3142b;
            8'b1001001?: word = 55'h646c59ef957421;
            8'b1001010?: word = 55'h6563bfaf573418;
            8'b1001011?: word = 55'h66573cef185c0e;
            8'b1001100?: word = 55'h6746c80ed8f404;
            8'b1001101?: word = 55'h683257ce98f3fc;
            8'b1001110?: word = 55'h6919e34e5863f3;
            8'b1001111?: word = 55'h69fd616e174bea;
            8'b1010000?: word = 55'h6adcc98dd5a3e1;
            8'b1010001?: word = 55'h6bb812ed9373d9;
            8'b1010010?: word = 55'h6c8f354d50bbd0;
            8'b1010011?: word = 55'h6d62282d0d83c8;
            8'b1010100?: word = 55'h6e30e36cc9cbc1;
            8'b1010101?: word = 55'h6efb5f2c8593b9;
            8'b1010110?: word = 55'h6fc193ac40e3b1;
            8'b1010111?: word = 55'h7083792bfbbba9;
            8'b1011000?: word = 55'h7141082bb613a2;
            8'b1011001?: word = 55'h71fa396b70039b;
            8'b1011010?: word = 55'h72af05cb297b94;
            8'b1011011?: word = 55'h735f664ae2838d;
            8'b1011100?: word = 55'h740b542a9b2386;
            8'b1011101?: word = 55'h74b2c8aa535b80;
            8'b1011110?: word = 55'h7555bd6a0b2b7a;
            8'b1011111?: word = 55'h75f42c29c29b74;
            8'b1100000?: word = 55'h768e0ec979ab6e;
            8'b1100001?: word = 55'h77235f49305b68;
            8'b1100010?: word = 55'h77b41808e6b362;
            8'b1100011?: word = 55'h784033489cab5d;
            8'b1100100?: word = 55'h78c7abc8525357;
            8'b1100101?: word = 55'h794a7c2807ab53;
            8'b1100110?: word = 55'h79c89f87bcb34e;
            8'b1100111?: word = 55'h7a4210e771734a;
            8'b1101000?: word = 55'h7ab6cbc725e344;
            8'b1101001?: word = 55'h7b26cb66da0b40;
            8'b1101010?: word = 55'h7b920ba68df33c;
            8'b1101011?: word = 55'h7bf88846419b38;
            8'b1101100?: word = 55'h7c5a3d65f50334;
            8'b1101101?: word = 55'h7cb72725a83332;
            8'b1101110?: word = 55'h7d0f42255b2b2e;
            8'b1101111?: word = 55'h7d628ac50deb2b;
            8'b1110000?: word = 55'h7db0fe04c07b28;
            8'b1110001?: word = 55'h7dfa98c472db24;
            8'b1110010?: word = 55'h7e3f5804250b22;
            8'b1110011?: word = 55'h7e7f3963d71b1f;
            8'b1110100?: word = 55'h7eba3a4389031d;
            8'b1110101?: word = 55'h7ef058633ac31b;
            8'b1110110?: word = 55'h7f2191c2ec6319;
            8'b1110111?: word = 55'h7f4de4629deb17;
            8'b1111000?: word = 55'h7f754e824f5b16;
            8'b1111001?: word = 55'h7f97cec200b315;
            8'b1111010?: word = 55'h7fb563c1b1f313;
            8'b1111011?: word = 55'h7fce0c41632313;
            8'b1111100?: word = 55'h7fe1c761144313;
            8'b1111101?: word = 55'h7ff09480c56311;
            8'b1111110?: word = 55'h7ffa72e0767310;
            8'b1111111?: word = 55'h7fff6220277b10;
            default: ;
          endcase
          c0_o = {2'd0, word[54:29]};
          c1_o = {{2{1'b0}}, word[28:11]};
          c2_o = {{4{1'b1}}, word[10:0]};
          c3_o = '0;
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 55'h00013ff7ffdff5;
            12'b0000_1???????: word = 55'h0001bfe3ffdffe;
            12'b0001_0???????: word = 55'h00013fd6ffbff8;
            12'b0001_1???????: word = 55'h0001bf8dff5ff7;
            12'b0010_0???????: word = 55'h00013f59fe7fdc;
            12'b0010_1???????: word = 55'h0001be39fd1fc9;
            12'b0011_0???????: word = 55'h00013d6bf9df6c;
            12'b0011_1???????: word = 55'h0001b8fcf41f33;
            12'b0100_0???????: word = 55'h000135f8e87dd4;
            12'b0100_1???????: word = 55'h0001a571d49d4f;
            12'b0101_0???????: word = 55'h00011bf3b139e9;
            12'b0101_1???????: word = 55'h00016866817a55;
            12'b0110_00??????: word = 55'h0000cf2f58b708;
            12'b0110_01??????: word = 55'h0000e13d3a3998;
            12'b0110_10??????: word = 55'h0000ece4251bb5;
            12'b0110_11??????: word = 55'h0000f43c173d41;
            12'b0111_00??????: word = 55'h00007d300b9d3b;
            12'b0111_01??????: word = 55'h00007ef5045ef6;
            12'b0111_1???????: word = 55'h00007fc5013fbe;
            12'b1000_00??????: word = 55'h00003ffc003ff1;
            12'b1000_01??????: word = 55'h00003fff000000;
            12'b1000_1???????: word = 55'h00004000000000;
            default: ;
          endcase
          c0_o = {10'd0, word[40:24], 1'b0};
          c1_o = {{6{1'b0}}, word[23:13], 3'b0};
          c2_o = {{2{word[12]}}, word[12:0]};
          c3_o = '0;
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b0???: narrow_o = 3'd1;
            4'b1000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd491520;
        end
        3'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd1;
            5'b0_0010: narrow_o = 3'd1;
            5'b1_0000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd327680;
        end
        3'd2: begin  // sqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd1;
            5'b1_000?: narrow_o = 3'd1;
            5'b1_0010: narrow_o = 3'd1;
            5'b1_010?: narrow_o = 3'd1;
            5'b1_0111: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd294912;
        end
        3'd3: begin  // ex2
          bias_o = 19'd163840;
        end
        3'd4: begin  // lg2
          unique casez (index_i[7:4])
            4'b0000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        3'd5: begin  // sin
          bias_o = 19'd0;
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            8'b1000_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        default: ;
      endcase
    end
  end

endmodule
